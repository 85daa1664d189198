import type { Db } from '../../chat-platform.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

/** Newest last. */
export async function listExports(db: Db, realmId: number): Promise<RealmExportsTable[]> {
  return db.selectFrom('realm_exports').selectAll().where('realm_id', '=', realmId).orderBy('id').execute()
}

export async function findExport(
  db: Db,
  realmId: number,
  id: number,
): Promise<RealmExportsTable | undefined> {
  return db
    .selectFrom('realm_exports')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertExport(db: Db, row: RealmExportsTable): Promise<void> {
  await db.insertInto('realm_exports').values(row).execute()
}

export async function updateExport(
  db: Db,
  { realm_id: realmId, id }: RealmExportsTable,
  changes: Partial<RealmExportsTable>,
): Promise<void> {
  await db
    .updateTable('realm_exports')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/** Includes pending exports, whose file is written before the row is updated. */
export async function isFileOfExport(db: Db, realmId: number, file: string): Promise<boolean> {
  const row = await db
    .selectFrom('realm_exports')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('file', '=', file)
    .where('failed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
