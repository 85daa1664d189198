import type { DraftView } from './draft-view.ts'

/** Only for the clients of whoever writes. */
const draftsChanged = (userId: number, payload: object) => ({
  type: 'drafts',
  audience: { users: [userId] },
  payload,
})

export const draftsAdded = (userId: number, drafts: readonly DraftView[]) =>
  draftsChanged(userId, { op: 'add', drafts })

export const draftUpdated = (userId: number, draft: DraftView) =>
  draftsChanged(userId, { op: 'update', draft })

export const draftRemoved = (userId: number, draftId: number) =>
  draftsChanged(userId, { op: 'remove', draft_id: draftId })
