import { readPage } from '../../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../../list-page.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import type {
  ExtensionImportRowsTable,
  ExtensionImportsTable,
  ImportRowStatus,
} from './extension-import-tables.ts'

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

type ImportKey = Pick<ExtensionImportsTable, 'company_id' | 'id'>

const AT_ONCE = 500

export async function insertImportRows(
  db: TelephonyDb,
  rows: readonly ExtensionImportRowsTable[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await db
      .insertInto('extension_import_rows')
      .values(rows.slice(start, start + AT_ONCE))
      .execute()
  }
}

export async function listWaitingRows(
  db: TelephonyDb,
  { company_id, id }: ImportKey,
  limit: number,
): Promise<ExtensionImportRowsTable[]> {
  return db
    .selectFrom('extension_import_rows')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('import_id', '=', id)
    .where('status', '=', 'waiting')
    .orderBy('row')
    .limit(limit)
    .execute()
}

export async function listImportRows(
  db: TelephonyDb,
  { company_id, id }: ImportKey,
  status: ImportRowStatus | undefined,
  page: Page,
): Promise<PageOf<ExtensionImportRowsTable>> {
  let query = db
    .selectFrom('extension_import_rows')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('import_id', '=', id)
  if (status !== undefined) query = query.where('status', '=', status)
  return readPage(query.orderBy('row'), page)
}

/** False if it was settled before. */
export async function settleImportRow(
  db: TelephonyDb,
  { company_id, id }: ImportKey,
  row: number,
  result: Pick<ExtensionImportRowsTable, 'status' | 'extension_id' | 'errors'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('extension_import_rows')
    .set({ ...result, value_sealed: null })
    .where('company_id', '=', company_id)
    .where('import_id', '=', id)
    .where('row', '=', row)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Nobody needs what was not created. */
export async function forgetWaitingValues(db: TelephonyDb, { company_id, id }: ImportKey): Promise<void> {
  await db
    .updateTable('extension_import_rows')
    .set({ value_sealed: null })
    .where('company_id', '=', company_id)
    .where('import_id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}
