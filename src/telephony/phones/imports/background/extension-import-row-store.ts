import { readPage } from '../../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../../list-page.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import type {
  ExtensionImportRowsTable,
  ExtensionImportsTable,
  ImportRowStatus,
} from './extension-import-tables.ts'

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
