import { Type } from '@sinclair/typebox'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { DraftsTable } from './drafts-table.ts'

const type = Type.Union([Type.Literal(''), Type.Literal('stream'), Type.Literal('private')])

export const DraftSchema = Type.Object(
  {
    id: Type.Integer(),
    type,
    to: Type.Array(Type.Integer(), { description: 'Id of one stream, or ids of people; may be empty.' }),
    topic: Type.String(),
    content: Type.String(),
    timestamp: Type.Integer({ description: 'When it was last edited.' }),
  },
  { additionalProperties: false },
)

export interface DraftView {
  id: number
  type: DraftsTable['type']
  to: number[]
  topic: string
  content: string
  timestamp: number
}

export const viewDraft = ({ id, type, recipients, topic, content, edited_at }: DraftsTable): DraftView => ({
  id,
  type,
  to: JSON.parse(recipients),
  topic,
  content,
  timestamp: edited_at,
})

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
