import type { InitialPart } from '../../people/initial-context.ts'
import { viewSavedSnippet } from './saved-snippet-events.ts'
import { savedSnippetsTable } from './saved-snippets-table.ts'

export const initialSavedSnippets: InitialPart = async ({ db, actor }) => ({
  saved_snippets: (
    await savedSnippetsTable.list(db, { realm_id: actor.realm.id, user_id: actor.user.id })
  ).map(viewSavedSnippet),
})
