import { type SelectQueryBuilder, sql } from 'kysely'
import type { With } from '../../platform/database/database.ts'
import { containsPattern } from '../../platform/database/statements/contains-pattern.ts'
import { readPage } from '../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../list-page.ts'
import type { TelephonyDb } from '../telephony-platform.ts'
import type { TelephonyTables } from '../telephony-tables.ts'
import { type Contact, contactOf, contactsTable, type InvitationStatus } from './contact.ts'

export async function findContactByEmail(
  db: TelephonyDb,
  companyId: number,
  email: string,
): Promise<Contact | undefined> {
  return contactsTable.findBy(db, { company_id: companyId, email_key: email.toLowerCase() })
}

export async function findContacts(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
): Promise<Map<string, Contact>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, contactOf(row)]))
}

/** The users with these addresses, by address in lower case. */
export async function findContactIdsByEmail(
  db: TelephonyDb,
  companyId: number,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const email_key = emails.map((email) => email.toLowerCase())
  const rows = await contactsTable.pick(db, { company_id: companyId, email_key }, ['id', 'email_key'])
  return new Map(rows.map((row) => [row.email_key!, row.id]))
}

export interface ContactFilter {
  /** a prefix of the name, ignoring case */
  firstName?: string | undefined
  email?: string | undefined
  /** words that all occur in the name or the address, or the beginning of a number */
  search?: string | undefined
  ids?: readonly string[] | undefined
  /** numbers of theirs */
  extensions?: readonly number[] | undefined
  invitation?: { status: InvitationStatus; now: number } | undefined
}

type ContactQuery = SelectQueryBuilder<With<TelephonyTables>, 'contacts', object>

/** In the order of creation. */
export async function listContacts(
  db: TelephonyDb,
  companyId: number,
  filter: ContactFilter,
  page: Page,
): Promise<PageOf<Contact>> {
  let query: ContactQuery = db.selectFrom('contacts').where('company_id', '=', companyId)
  if (filter.email !== undefined) query = query.where('email_key', '=', filter.email.toLowerCase())
  if (filter.firstName !== undefined) {
    const start = filter.firstName.toLowerCase()
    // A range instead of LIKE: it uses the index on both engines, and needs no escaping.
    query = query.where('first_name_key', '>=', start).where('first_name_key', '<', `${start}\u{10ffff}`)
  }
  if (filter.search !== undefined) query = withSearch(db, companyId, query, filter.search)
  if (filter.ids !== undefined) query = query.where('id', 'in', [...filter.ids])
  if (filter.extensions !== undefined) {
    const numbers = [...filter.extensions]
    query = query.where('id', 'in', ofExtensions(db, companyId).where('number', 'in', numbers))
  }
  if (filter.invitation) query = withInvitation(query, filter.invitation)
  const { items, total } = await readPage(query.selectAll().orderBy('id'), page)
  return { items: items.map(contactOf), total }
}

const ofExtensions = (db: TelephonyDb, companyId: number) =>
  db
    .selectFrom('extensions')
    .select('user_id')
    .where('company_id', '=', companyId)
    .$narrowType<{ user_id: string }>()

function withSearch(db: TelephonyDb, companyId: number, query: ContactQuery, search: string): ContactQuery {
  const digits = search.replace(/[\s()/.+-]/g, '')
  if (/^\d+$/.test(digits))
    return query.where(({ or, eb }) =>
      or([
        hasWord(search.trim()),
        eb('id', 'in', ofExtensions(db, companyId).where(sql<boolean>`search_text like ${`${digits}%`}`)),
        ...(digits.length < MIN_PHONE_DIGITS ? [] : [hasPhone(digits)]),
      ]),
    )
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .reduce((found, word) => found.where(hasWord(word)), query)
}

const hasWord = (word: string) =>
  sql<boolean>`search_text like ${containsPattern(word.toLowerCase())} escape '\\'`

/** As many match nearly everybody. */
const MIN_PHONE_DIGITS = 4

/** People write phone numbers in many ways: only their digits count. */
function hasPhone(digits: string) {
  const bare = [' ', '-', '(', ')', '.', '/', '+'].reduce(
    (text, sign) => sql<string>`replace(${text}, ${sign}, '')`,
    sql<string>`profile`,
  )
  const kinds = ['home', 'mobile', 'other', 'work', 'fax']
  return sql<boolean>`(${sql.join(
    kinds.map((kind) => sql`${bare} like ${`%"${kind}":"${digits}%`}`),
    sql` or `,
  )})`
}

/** A pending invitation expires without a write: only its time says so. */
function withInvitation(
  query: ContactQuery,
  { status, now }: NonNullable<ContactFilter['invitation']>,
): ContactQuery {
  const stored = status === 'expired' ? 'pending' : status
  const found = query.where('invitation_status', '=', stored)
  if (stored !== 'pending') return found
  return found.where('invitation_expires_at', status === 'expired' ? '<=' : '>', now)
}
