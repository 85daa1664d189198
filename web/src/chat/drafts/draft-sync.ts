import { ApiError } from '../../../../packages/client/src/api-error.ts'
import { callChat } from '../../api/chat-api.ts'
import type { DraftStorage } from './draft-storage.ts'
import { draftInput, type KeptDraft } from './kept-draft.ts'

const SETTLED_MS = 1500
const AGAIN_MS = 15_000

/** Sends drafts to the server when the user pauses, and retries later after a failure. */
export function createDraftSync({ store, change }: DraftStorage, isOn: () => boolean) {
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
