import type { Db } from '../../chat-platform.ts'
import type { SavedSnippetsTable } from './saved-snippets-table.ts'

/** Oldest first. */
export async function listSavedSnippets(
  db: Db,
  realmId: number,
  userId: number,
): Promise<SavedSnippetsTable[]> {
  return db
    .selectFrom('saved_snippets')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function insertSavedSnippet(db: Db, row: SavedSnippetsTable): Promise<void> {
  await db.insertInto('saved_snippets').values(row).execute()
}

export async function updateSavedSnippet(db: Db, row: SavedSnippetsTable): Promise<void> {
  const { realm_id, user_id, id, title, content } = row
  await db
    .updateTable('saved_snippets')
    .set({ title, content })
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}

/** Returns false if its owner has no such snippet. */
export async function deleteSavedSnippet(
  db: Db,
  realmId: number,
  userId: number,
  id: number,
): Promise<boolean> {
  const result = await db
    .deleteFrom('saved_snippets')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
