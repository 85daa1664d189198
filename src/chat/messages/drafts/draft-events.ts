import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { DraftView } from './draft-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    drafts:
      | { op: 'add'; drafts: readonly DraftView[] }
      | { op: 'update'; draft: DraftView }
      | { op: 'remove'; draft_id: number }
  }
}

/** Sent only to the author's clients. */
const draftsChanged = (userId: number, payload: ChatEventMap['drafts']): NewChatEvent<'drafts'> => ({
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
