import type { Db } from '../../chat.ts'
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

/** The oldest of all organizations that nobody is making. */
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

/** Whoever has it already may have it longer. Answers false while somebody else has it, or when it is done. */
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

/** Only by who is making it. */
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

/** Also of one that is still to be made: whoever makes it writes the file before the row tells of it. */
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
