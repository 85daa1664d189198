import type { SavedSnippetView } from './saved-snippet-view.ts'

/** Only for their owner. */
const snippetsChanged = (userId: number, payload: object) => ({
  type: 'saved_snippets',
  audience: { users: [userId] },
  payload,
})

export const snippetStored = (userId: number, op: 'add' | 'update', snippet: SavedSnippetView) =>
  snippetsChanged(userId, { op, saved_snippet: snippet })

export const snippetRemoved = (userId: number, id: number) =>
  snippetsChanged(userId, { op: 'remove', saved_snippet_id: id })
