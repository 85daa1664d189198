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

/** The oldest pending export of any organization that no process is making. */
export async function findWaitingExport(db: Db, now: number): Promise<RealmExportsTable | undefined> {
  return db
    .selectFrom('realm_exports')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('lease_until', '<=', now)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

export async function insertExport(db: Db, row: RealmExportsTable): Promise<void> {
  await db.insertInto('realm_exports').values(row).execute()
}

/** Takes or extends the lease. Returns false if another process holds it, or if the export is done. */
export async function takeExport(
  db: Db,
  { realm_id: realmId, id }: RealmExportsTable,
  holder: string,
  now: number,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('realm_exports')
    .set({ lease_holder: holder, lease_until: until })
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((where) => where.or([where('lease_holder', '=', holder), where('lease_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Only for the holder of the lease. */
export async function closeExport(
  db: Db,
  { realm_id: realmId, id }: RealmExportsTable,
  holder: string,
  changes: Partial<RealmExportsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('realm_exports')
    .set({ ...changes, lease_holder: '', lease_until: 0 })
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

export async function markExportDeleted(
  db: Db,
  { realm_id: realmId, id }: RealmExportsTable,
  now: number,
): Promise<void> {
  await db
    .updateTable('realm_exports')
    .set({ deleted_at: now })
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}
