import { readPage } from '../../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../../list-page.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import type { ExtensionImportsTable } from './extension-import-tables.ts'

export async function insertImport(db: TelephonyDb, one: ExtensionImportsTable): Promise<void> {
  await db.insertInto('extension_imports').values(one).execute()
}

export async function findImport(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<ExtensionImportsTable | undefined> {
  return db
    .selectFrom('extension_imports')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Newest first. */
export async function listImports(
  db: TelephonyDb,
  companyId: number,
  contactId: string | undefined,
  page: Page,
): Promise<PageOf<ExtensionImportsTable>> {
  let query = db.selectFrom('extension_imports').selectAll().where('company_id', '=', companyId)
  if (contactId !== undefined) query = query.where('contact_id', '=', contactId)
  return readPage(query.orderBy('id', 'desc'), page)
}

export async function countRunningImports(db: TelephonyDb, companyId: number): Promise<number> {
  const { count } = await db
    .selectFrom('extension_imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined if it has ended. */
export async function changeRunningImport(
  db: TelephonyDb,
  { company_id, id }: Pick<ExtensionImportsTable, 'company_id' | 'id'>,
  changes: Partial<ExtensionImportsTable>,
): Promise<ExtensionImportsTable | undefined> {
  return db
    .updateTable('extension_imports')
    .set(changes)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst()
}

export async function listImportsEndedBefore(
  db: TelephonyDb,
  before: number,
  limit: number,
): Promise<ExtensionImportsTable[]> {
  return db
    .selectFrom('extension_imports')
    .selectAll()
    .where('status', '!=', 'running')
    .where('ended_at', '<', before)
    .limit(limit)
    .execute()
}

export async function deleteImport(db: TelephonyDb, companyId: number, id: string): Promise<void> {
  await db
    .deleteFrom('extension_import_rows')
    .where('company_id', '=', companyId)
    .where('import_id', '=', id)
    .execute()
  await db.deleteFrom('extension_imports').where('company_id', '=', companyId).where('id', '=', id).execute()
}
