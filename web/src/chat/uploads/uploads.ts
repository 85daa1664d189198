import { newRetryKey } from '@switchboard/client'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { fetchWithProgress } from '../../api/upload.ts'
import { t } from '../../texts/texts.ts'
import { createStore } from '../state/store.ts'

export interface Upload {
  id: string
  name: string
  bytes: number
  /** from 0 to 1 */
  progress: number
  /** undefined: on its way; else why it was not taken */
  error: string | undefined
  /** What the text has instead of the placeholder; undefined: it is not uploaded yet. */
  link?: string
}

interface UploadOptions {
  limitMib: number
  /** Inserts a text at the cursor. */
  insert: (text: string) => void
  /** Replaces a text that was inserted before. */
  replace: (part: string, by: string) => void
}

export type Uploads = ReturnType<typeof createUploads>

const MEBIBYTE = 1_048_576

/** Files that are being uploaded. A placeholder in the text marks each, and becomes its link. */
export function createUploads() {
  const store = createStore<readonly Upload[]>([])
  const running = new Map<string, AbortController>()

  const remove = (id: string) => store.set(store.get().filter((one) => one.id !== id))
  const change = (id: string, part: Partial<Upload>) =>
    store.set(store.get().map((one) => (one.id === id ? { ...one, ...part } : one)))

  async function start(file: File, { limitMib, insert, replace }: UploadOptions): Promise<void> {
    const id = newRetryKey()
    const name = file.name || t.compose.pastedFile
    store.set([...store.get(), { id, name, bytes: file.size, progress: 0, error: undefined }])
    if (file.size > limitMib * MEBIBYTE) return change(id, { error: t.compose.fileTooLarge(limitMib) })
    if (file.size === 0) return change(id, { error: t.compose.fileEmpty })
    const abort = new AbortController()
    running.set(id, abort)
    const placeholder = `[${t.compose.uploading(linkText(name))}](#${id.slice(0, 8)})`
    insert(`${placeholder} `)
    try {
      const { uri, filename } = await callChat(
        'POST /user_uploads',
        { file: new File([file], name, { type: file.type }) },
        { signal: abort.signal, fetch: fetchWithProgress((progress) => change(id, { progress })) },
      )
      const link = `[${linkText(filename)}](${uri})`
      replace(placeholder, link)
      change(id, { link })
    } catch (error) {
      replace(`${placeholder} `, '')
      replace(placeholder, '')
      if (abort.signal.aborted) remove(id)
      else change(id, { error: messageOf(error) })
    } finally {
      running.delete(id)
    }
  }

  return {
    store,
    start,
    /** Cancels the upload, or dismisses its error. */
    cancel(id: string): void {
      const upload = running.get(id)
      if (upload) upload.abort()
      else remove(id)
    },
  }
}

/** Brackets would end the text of the link. */
const linkText = (name: string) => name.replace(/[[\]\n]/g, '_')
