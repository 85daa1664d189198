import { ApiError, newRetryKey } from '@switchboard/client'
import { callChat } from '../../api/chat-api.ts'
import { type Destination, destinationKey } from '../state/destination.ts'
import { createStore } from '../state/store.ts'
import type { Workspace } from '../state/workspace.ts'
import { draftInput, type KeptDraft, mergeDrafts } from './kept-draft.ts'

const nothing: KeptDrafts = { drafts: [], gone: [] }

const SETTLED_MS = 1500

const AGAIN_MS = 15_000

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

/** Sends drafts to the server when the user pauses, and retries later after a failure. */
function createDraftSync({ store, change }: DraftStorage, isOn: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false

  function schedule(afterMs = SETTLED_MS): void {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), afterMs)
  }

  async function run(): Promise<void> {
    if (running) return schedule()
    if (!isOn()) return
    running = true
    try {
      for (const id of store.get().gone) await tellGone(id)
      for (const draft of store.get().drafts) if (draft.dirty && draft.content.trim()) await tell(draft)
    } catch {
      schedule(AGAIN_MS)
    }
    running = false
  }

  async function tellGone(id: number): Promise<void> {
    await refusalIgnored(callChat('DELETE /drafts/{draft_id}', { draft_id: id }))
    change((kept) => ({ ...kept, gone: kept.gone.filter((one) => one !== id) }))
  }

  async function tell(draft: KeptDraft): Promise<void> {
    const serverId = await keepThere(draft)
    const stillThere = store.get().drafts.some((one) => one.id === draft.id)
    change(({ drafts, gone }) => ({
      // Sent or deleted in the meantime.
      gone: stillThere || serverId === undefined ? gone : [...gone, serverId],
      drafts: drafts.map((one) =>
        one.id === draft.id
          ? { ...one, ...(serverId !== undefined && { serverId }), dirty: one.content !== draft.content }
          : one,
      ),
    }))
    if (!stillThere) schedule()
  }

  /** Its id there; undefined: the server does not want it. */
  async function keepThere(draft: KeptDraft): Promise<number | undefined> {
    const input = draftInput(draft)
    if (draft.serverId !== undefined) {
      const known = { draft_id: draft.serverId, draft: input }
      const answer = await refusalIgnored(callChat('PATCH /drafts/{draft_id}', known))
      if (answer) return draft.serverId
    }
    const answer = await refusalIgnored(callChat('POST /drafts', { drafts: [input] }))
    return answer?.ids[0]
  }

  return { schedule }
}

/** Drafts that are too long or that were deleted elsewhere stay here. */
async function refusalIgnored<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.isFinal) return undefined
    throw error
  }
}

interface KeptDrafts {
  drafts: readonly KeptDraft[]
  /** Ids of the server: to be deleted there. */
  gone: readonly number[]
}

type DraftStorage = ReturnType<typeof createDraftStorage>

/** The drafts of this browser. Its windows share them. */
function createDraftStorage(me: number) {
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
