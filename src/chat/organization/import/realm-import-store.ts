import type { Db } from '../../chat-platform.ts'
import type { RealmImportsTable } from './realm-imports-table.ts'

export async function findImport(db: Db, realmId: number): Promise<RealmImportsTable | undefined> {
  return db.selectFrom('realm_imports').selectAll().where('realm_id', '=', realmId).executeTakeFirst()
}

export async function insertImport(db: Db, row: RealmImportsTable): Promise<void> {
  await db.insertInto('realm_imports').values(row).execute()
}

/** Called in the transaction that writes the rows. */
export async function recordImport(
  db: Db,
  realmId: number,
  changes: Partial<Pick<RealmImportsTable, 'step' | 'done' | 'finished_at'>>,
): Promise<void> {
  await db.updateTable('realm_imports').set(changes).where('realm_id', '=', realmId).execute()
}

/** `deactivated`: as it was in the archive. */
export async function openImportedRealm(db: Db, realmId: number, deactivated: number): Promise<void> {
  await db.updateTable('realms').set({ deactivated }).where('id', '=', realmId).execute()
}

/** The total of the files is derived, so it is not part of an archive. */
export async function countImportedFiles(db: Db, realmId: number): Promise<void> {
  const { bytes } = await db
    .selectFrom('attachments')
    .select((select) => select.fn.sum<number>('size').as('bytes'))
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
  if (bytes !== null) {
    await db
      .insertInto('upload_totals')
      .values({ realm_id: realmId, bytes: Number(bytes) })
      .execute()
  }
}
