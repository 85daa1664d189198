import { newRetryKey } from '../../../../packages/client/src/new-retry-key.ts'
import { type Destination, destinationKey } from '../destination/destination.ts'
import type { Workspace } from '../state/workspace.ts'
import { createDraftStorage } from './draft-storage.ts'
import { createDraftSync } from './draft-sync.ts'
import { type KeptDraft, mergeDrafts } from './kept-draft.ts'

export type DraftKeeper = ReturnType<typeof createDraftKeeper>

/** Drafts: stored in the browser at once, and on the server if the user wants that. */
export function createDraftKeeper({ state }: Pick<Workspace, 'state'>) {
  const storage = createDraftStorage(state.get().me.userId)
  const isOn = () => state.get().settings.enable_drafts_synchronization
  const sync = createDraftSync(storage, isOn)

  function merge(): void {
    if (!isOn()) return
    const { drafts: server } = state.get()
    storage.change(({ drafts, gone }) => ({ gone, drafts: mergeDrafts(drafts, server, new Set(gone)) }))
  }
  let known = state.get().drafts
  merge()
  sync.schedule()
  state.subscribe(() => {
    if (state.get().drafts === known) return
    known = state.get().drafts
    merge()
  })

  function remove(id: string): void {
    storage.change(({ drafts, gone }) => {
      const serverId = drafts.find((draft) => draft.id === id)?.serverId
      return {
        drafts: drafts.filter((draft) => draft.id !== id),
        gone: serverId === undefined ? gone : [...gone, serverId],
      }
    })
    sync.schedule(0)
  }

  return {
    store: storage.store,
    newId: newRetryKey,
    remove,
    /** An empty text is no draft. */
    save(id: string, destination: Destination, content: string): void {
      const known = storage.store.get().drafts.find((draft) => draft.id === id)
      if (content.trim() === '') {
        if (known) remove(id)
        return
      }
      const changed = { destination, content, timestamp: Math.floor(Date.now() / 1000), dirty: true }
      const next: KeptDraft = { id, listed: false, ...known, ...changed }
      storage.change(({ drafts, gone }) => ({
        gone,
        drafts: [...drafts.filter((draft) => draft.id !== id), next],
      }))
      sync.schedule()
    },
    newest(destination: Destination): KeptDraft | undefined {
      const key = destinationKey(destination)
      return newestFirst(storage.store.get().drafts).find(
        (draft) => destinationKey(draft.destination) === key,
      )
    },
  }
}

export function newestFirst(drafts: readonly KeptDraft[]): readonly KeptDraft[] {
  return drafts.toSorted((one, other) => other.timestamp - one.timestamp)
}
