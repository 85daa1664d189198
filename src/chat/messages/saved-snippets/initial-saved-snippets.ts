import type { InitialPart } from '../../people/initial-context.ts'
import { listSavedSnippets } from './saved-snippet-store.ts'
import { viewSavedSnippet } from './saved-snippet-view.ts'

export const initialSavedSnippets: InitialPart = async ({ db, actor }) => ({
  saved_snippets: (await listSavedSnippets(db, actor.realm.id, actor.user.id)).map(viewSavedSnippet),
})
