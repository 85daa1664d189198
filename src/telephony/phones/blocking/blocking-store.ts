import { sql } from 'kysely'
import { readPage } from '../../../platform/database/statements/read-page.ts'
import { contactsTable } from '../../identity/contact.ts'
import type { Page, PageOf } from '../../list-page.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type BlockedNumbersTable, callScreeningTable } from './blocking-tables.ts'

/** The shortest beginning of a number: `+` and a digit. */
const MIN_PREFIX_LENGTH = 2

/**
 * The entry that blocks a number for a user, or (with an empty id) for the company: the number itself, else its longest
 * beginning. Looks up at most 15 keys, however long the list is.
 */
export async function findBlock(
  db: TelephonyDb,
  companyId: number,
  userId: string,
  number: string,
): Promise<BlockedNumbersTable | undefined> {
  const beginnings: string[] = []
  for (let length = MIN_PREFIX_LENGTH; length <= number.length; length += 1)
    beginnings.push(number.slice(0, length))
  if (beginnings.length === 0) return undefined
  return db
    .selectFrom('blocked_numbers')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('number', 'in', beginnings)
    .where(({ or, eb }) => or([eb('is_prefix', '=', 1), eb('number', '=', number)]))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface BlockFilter {
  /** whose entries; empty: those of the company; undefined: all */
  userId?: string | undefined
  /** a part of the number */
  search?: string | undefined
}

/** Newest first. */
export async function listBlocks(
  db: TelephonyDb,
  companyId: number,
  { userId, search }: BlockFilter,
  page: Page,
): Promise<PageOf<BlockedNumbersTable>> {
  let query = db.selectFrom('blocked_numbers').selectAll().where('company_id', '=', companyId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  const digits = search?.replace(/\D/g, '') ?? ''
  if (digits !== '') query = query.where('number', 'like', `%${digits}%`)
  return readPage(query.orderBy('id', 'desc'), page)
}

export interface Screening {
  readonly rejectsAnonymous: boolean
  readonly screensUnknown: boolean
}

/** What the company or the user wants. */
export async function findScreening(
  db: TelephonyDb,
  companyId: number,
  userId: string | null,
): Promise<Screening> {
  const rows = await callScreeningTable.list(db, {
    company_id: companyId,
    user_id: userId === null ? [''] : ['', userId],
  })
  return {
    rejectsAnonymous: rows.some((row) => row.reject_anonymous === 1),
    screensUnknown: rows.some((row) => row.screen_unknown === 1),
  }
}

/**
 * Whether the company knows a number outside: a contact for texting, a phone of one of its users, or a number that
 * somebody in the company has called.
 */
export async function isKnownNumber(
  db: TelephonyDb,
  companyId: number,
  number: string,
  country: string,
): Promise<boolean> {
  const { rows } = await sql<{ known: number }>`
    select 1 as known from texting_contacts where company_id = ${companyId} and number = ${number}
    union all
    select 1 as known from call_parties
      where company_id = ${companyId} and number = ${number} and role = 'called'
    limit 1`.execute(db)
  if (rows.length > 0) return true
  const users = await contactsTable.list(db, { company_id: companyId })
  return users.some(({ profile }) =>
    Object.values(profile.phones).some((phone) => phone !== '' && normalizeNumber(phone, country) === number),
  )
}
