import { sql } from 'kysely'
import { containsPattern } from '../../../platform/database/statements/contains-pattern.ts'
import { readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Fax, FaxWithFile } from './fax.ts'
import type { FaxMessagesTable } from './fax-tables.ts'

export async function insertFax(db: TelephonyDb, fax: Fax): Promise<void> {
  await db.insertInto('fax_messages').values(fax).execute()
}

export async function findFax(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<FaxWithFile | undefined> {
  const row = await select(db)
    .where('fax_messages.company_id', '=', companyId)
    .where('fax_messages.id', '=', id)
    .executeTakeFirst()
  return row && faxOf(row)
}

/** The company of a fax, for a line that knows only our id. */
export async function findCompanyOfFax(db: TelephonyDb, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('fax_messages').select('company_id').where('id', '=', id).executeTakeFirst()
  return row?.company_id
}

export async function findFaxByOrigin(
  db: TelephonyDb,
  companyId: number,
  originId: string,
): Promise<FaxWithFile | undefined> {
  const row = await select(db)
    .where('fax_messages.company_id', '=', companyId)
    .where('fax_messages.origin_id', '=', originId)
    .executeTakeFirst()
  return row && faxOf(row)
}

/** Whether a fax uses this file. */
export async function isFileOfFax(db: TelephonyDb, companyId: number, fileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('fax_messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface FaxFilter {
  direction?: 'inbound' | 'outbound' | undefined
  isRead?: boolean | undefined
  status?: string | undefined
  search?: string | undefined
}

/** Newest first. */
export async function listFaxes(
  db: TelephonyDb,
  companyId: number,
  { direction, isRead, status, search }: FaxFilter,
  page: Page,
): Promise<PageOf<FaxWithFile>> {
  let query = select(db).where('fax_messages.company_id', '=', companyId)
  if (direction !== undefined) query = query.where('direction', '=', direction)
  if (isRead !== undefined) query = query.where('is_read', '=', isRead ? 1 : 0)
  if (status !== undefined) query = query.where('fax_messages.status', '=', status)
  if (search !== undefined && search !== '') {
    const pattern = containsPattern(search.toLowerCase())
    query = query.where(sql<boolean>`search_text like ${pattern} escape '\\'`)
  }
  const { items, total } = await readPage(query.orderBy('fax_messages.id', 'desc'), page)
  return { items: items.map(faxOf), total }
}

export async function updateFaxRow(
  db: TelephonyDb,
  companyId: number,
  id: string,
  changes: Partial<Fax>,
): Promise<void> {
  await db
    .updateTable('fax_messages')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function deleteFaxRow(db: TelephonyDb, companyId: number, id: string): Promise<void> {
  await db.deleteFrom('fax_messages').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Whether a company (by its public id) has this fax. */
export async function isFaxOfCompany(db: TelephonyDb, company: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('fax_messages')
    .innerJoin('companies', 'companies.id', 'fax_messages.company_id')
    .select('fax_messages.id')
    .where('companies.public_id', '=', company)
    .where('fax_messages.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

const select = (db: TelephonyDb) =>
  db
    .selectFrom('fax_messages')
    .leftJoin('files', (join) =>
      join
        .onRef('files.company_id', '=', 'fax_messages.company_id')
        .onRef('files.id', '=', 'fax_messages.file_id'),
    )
    .selectAll('fax_messages')
    .select('files.internal_id as file_internal_id')

function faxOf(row: FaxMessagesTable & { file_internal_id: number | null }): FaxWithFile {
  return {
    ...row,
    direction: row.direction as Fax['direction'],
    status: row.status as Fax['status'],
    file_internal_id: row.file_internal_id ?? 0,
  }
}

/** Ids of faxes that ended before then, oldest first; none that a held user has sent. */
export async function listFaxesOverBefore(
  db: TelephonyDb,
  companyId: number,
  before: number,
  held: readonly string[],
  limit: number,
): Promise<string[]> {
  let query = db
    .selectFrom('fax_messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('updated_at', '<', before)
    .where('status', 'in', ['delivered', 'failed', 'received'])
  if (held.length > 0)
    query = query.where(({ or, eb }) => or([eb('user_id', 'is', null), eb('user_id', 'not in', [...held])]))
  const rows = await query.orderBy('updated_at').limit(limit).execute()
  return rows.map((row) => row.id)
}
