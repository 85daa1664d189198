import { type RefObject, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { insertText } from '../completion/text-edit.ts'
import type { Composer } from '../drafts/composer.ts'
import { useChat } from '../state/workspace.ts'
import { createUploads, type Uploads } from '../uploads/uploads.ts'

const known = new WeakMap<Composer, Uploads>()

/** Uploads belong to the message, not to the compose box: leaving the page does not stop them. */
export function useUploads(composer: Composer, area: RefObject<HTMLTextAreaElement | null>) {
  const limitMib = useChat((state) => state.realm.max_file_upload_size_mib)
  const uploads = known.get(composer) ?? createUploads()
  known.set(composer, uploads)
  const list = useSyncExternalStore(uploads.store.subscribe, uploads.store.get)

  const insert = (text: string) => insertText(area.current, text)
  return {
    list,
    cancel: uploads.cancel,
    isRunning: () => uploads.store.get().some(({ error, link }) => error === undefined && link === undefined),
    insert,
    start(files: readonly File[]): void {
      composer.open()
      const replace = (part: string, by: string) => replaceAround(composer, area.current, part, by)
      for (const file of files) void uploads.start(file, { limitMib, insert, replace })
    },
  }
}

/** The cursor stays where the writer has it. */
function replaceAround(composer: Composer, area: HTMLTextAreaElement | null, part: string, by: string): void {
  const at = area?.value.indexOf(part) ?? -1
  const { selectionStart = 0, selectionEnd = 0 } = area ?? {}
  flushSync(() => composer.replace(part, by))
  if (!area || at < 0) return
  const moved = (place: number) => (place > at ? Math.max(at, place + by.length - part.length) : place)
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd))
}
