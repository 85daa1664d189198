import { createStore } from '../state/store.ts'
import type { KeptDraft } from './kept-draft.ts'

export interface KeptDrafts {
  drafts: readonly KeptDraft[]
  /** Ids of the server: to be deleted there. */
  gone: readonly number[]
}

const nothing: KeptDrafts = { drafts: [], gone: [] }

export type DraftStorage = ReturnType<typeof createDraftStorage>

/** The drafts of this browser. Its windows share them. */
export function createDraftStorage(me: number) {
  const key = `switchboard-drafts-${me}`
  const store = createStore<KeptDrafts>(read(key))
  addEventListener('storage', (event) => {
    if (event.key === key) store.set(read(key))
  })
  return {
    store,
    change(next: (kept: KeptDrafts) => KeptDrafts): void {
      const kept = next(store.get())
      try {
        localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // Storage is full or forbidden: then they live as long as the page.
      }
      store.set(kept)
    },
  }
}

function read(key: string): KeptDrafts {
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<KeptDrafts>) }
  } catch {
    return nothing
  }
}
