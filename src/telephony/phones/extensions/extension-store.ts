import { sql } from 'kysely'
import { containsPattern } from '../../../platform/database/statements/contains-pattern.ts'
import { readPage } from '../../../platform/database/statements/read-page.ts'
import type { ExtensionSummary } from '../../company/company-phones.ts'
import type { Contact } from '../../identity/contact.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type Extension, extensionOf, extensionsTable, searchColumns } from './extension.ts'

export interface ExtensionFilter {
  instanceUuid: string
  only?: 'unassigned' | 'softphone' | 'unregistered' | undefined
  userId?: string | undefined
  search?: string | undefined
  numbers?: readonly number[] | undefined
  sort: 'number' | 'user'
}

export async function listExtensions(
  db: TelephonyDb,
  companyId: number,
  filter: ExtensionFilter,
  page: Page,
): Promise<PageOf<Extension>> {
  let query = db
    .selectFrom('extensions')
    .where('company_id', '=', companyId)
    .where('instance_uuid', '=', filter.instanceUuid)
  if (filter.only === 'unassigned') query = query.where('user_id', 'is', null)
  if (filter.only === 'softphone') query = query.where('purpose', '=', 'mobile-app')
  if (filter.only === 'unregistered') query = query.where('state', '=', 'UNAUTHENTICATED')
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId)
  for (const word of (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)) {
    query = query.where(sql<boolean>`search_text like ${containsPattern(word)} escape '\\'`)
  }
  if (filter.numbers !== undefined) query = query.where('number', 'in', [...filter.numbers])
  const sorted = filter.sort === 'user' ? query.orderBy('user_key') : query
  const { items, total } = await readPage(sorted.selectAll().orderBy('number'), page)
  return { items: items.map(extensionOf), total }
}

const GAPS_AT_ONCE = 20

/** The lowest numbers above the given one whose successor is no extension. */
export async function listNumbersBeforeGaps(
  db: TelephonyDb,
  companyId: number,
  instanceUuid: string,
  above: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('extensions as one')
    .select('one.number')
    .where('one.company_id', '=', companyId)
    .where('one.instance_uuid', '=', instanceUuid)
    .where('one.number', '>', above)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('extensions as next')
            .select('next.id')
            .whereRef('next.company_id', '=', 'one.company_id')
            .whereRef('next.instance_uuid', '=', 'one.instance_uuid')
            .where(sql<boolean>`next.number = one.number + 1`),
        ),
      ),
    )
    .orderBy('one.number')
    .limit(GAPS_AT_ONCE)
    .execute()
  return rows.map(({ number }) => number)
}

/** The extension with the lowest number of each user. */
export async function findFirstExtensions(
  db: TelephonyDb,
  companyId: number,
  userIds: readonly string[],
): Promise<Map<string, ExtensionSummary>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('extensions')
    .select(['id', 'number', 'name', 'description', 'user_id'])
    .where('company_id', '=', companyId)
    .where('user_id', 'in', [...userIds])
    .orderBy('number', 'desc')
    .execute()
  return new Map(rows.map(({ user_id: userId, ...summary }) => [userId!, summary]))
}

export async function hasExtensionsAt(
  db: TelephonyDb,
  companyId: number,
  location: { id: string; pbx_uuid: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('extensions')
    .select('id')
    .where('company_id', '=', companyId)
    .where((where) =>
      where.or([where('location_id', '=', location.id), where('instance_uuid', '=', location.pbx_uuid)]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The search text of an extension contains the name and address of its user. */
export async function renameExtensionUser(db: TelephonyDb, companyId: number, user: Contact): Promise<void> {
  for (const extension of await extensionsTable.list(db, { company_id: companyId, user_id: user.id })) {
    await extensionsTable.update(
      db,
      { company_id: companyId, id: extension.id },
      searchColumns(extension, user),
    )
  }
}
