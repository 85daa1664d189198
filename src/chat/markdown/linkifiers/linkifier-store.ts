import type { Db } from '../../chat.ts'
import type { LinkifiersTable } from './linkifiers-table.ts'

/** In the order in which they are tried. */
export async function listLinkifiers(db: Db, realmId: number): Promise<LinkifiersTable[]> {
  return db
    .selectFrom('linkifiers')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
}

export async function insertLinkifier(db: Db, row: LinkifiersTable): Promise<void> {
  await db.insertInto('linkifiers').values(row).execute()
}

export async function updateLinkifier(
  db: Db,
  realmId: number,
  id: number,
  changes: Partial<LinkifiersTable>,
): Promise<void> {
  await db
    .updateTable('linkifiers')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

export async function deleteLinkifier(db: Db, realmId: number, id: number): Promise<void> {
  await db.deleteFrom('linkifiers').where('realm_id', '=', realmId).where('id', '=', id).execute()
}
