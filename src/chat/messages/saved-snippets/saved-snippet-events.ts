import { Type } from '@sinclair/typebox'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { SavedSnippetsTable } from './saved-snippets-table.ts'

export const SavedSnippetSchema = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    content: Type.String(),
    date_created: Type.Integer({ description: 'UNIX time.' }),
  },
  { additionalProperties: false },
)

export const viewSavedSnippet = ({ id, title, content, created_at }: SavedSnippetsTable) => ({
  id,
  title,
  content,
  date_created: created_at,
})

export type SavedSnippetView = ReturnType<typeof viewSavedSnippet>

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    saved_snippets:
      | { op: 'add' | 'update'; saved_snippet: SavedSnippetView }
      | { op: 'remove'; saved_snippet_id: number }
  }
}

/** Sent only to their owner. */
const snippetsChanged = (
  userId: number,
  payload: ChatEventMap['saved_snippets'],
): NewChatEvent<'saved_snippets'> => ({
  type: 'saved_snippets',
  audience: { users: [userId] },
  payload,
})

export const snippetStored = (userId: number, op: 'add' | 'update', snippet: SavedSnippetView) =>
  snippetsChanged(userId, { op, saved_snippet: snippet })

export const snippetRemoved = (userId: number, id: number) =>
  snippetsChanged(userId, { op: 'remove', saved_snippet_id: id })
