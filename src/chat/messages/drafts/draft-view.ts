import { Type } from '@sinclair/typebox'
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
