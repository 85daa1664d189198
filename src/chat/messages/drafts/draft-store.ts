import type { Db } from '../../chat-platform.ts'
import type { DraftsTable } from './drafts-table.ts'

/** Oldest first. */
export async function listDrafts(db: Db, realmId: number, userId: number): Promise<DraftsTable[]> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('edited_at')
    .orderBy('id')
    .execute()
}

export async function countDrafts(db: Db, realmId: number, userId: number): Promise<number> {
  const row = await db
    .selectFrom('drafts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function insertDrafts(db: Db, rows: readonly DraftsTable[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('drafts')
      .values(rows.slice(start, start + 500))
      .execute()
  }
}

/** Returns false if its owner has no such draft. */
export async function updateDraft(db: Db, row: DraftsTable): Promise<boolean> {
  const { realm_id, user_id, id, ...changes } = row
  const result = await db
    .updateTable('drafts')
    .set(changes)
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns false if its owner has no such draft. */
export async function deleteDraft(db: Db, realmId: number, userId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('drafts')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
