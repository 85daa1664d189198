import { Type } from '@sinclair/typebox'
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
