import { sql } from 'kysely'
import { readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type TextingContactsTable, textingContactsTable } from '../texting-tables.ts'
import { searchPattern } from './search-pattern.ts'

/** Somebody with whom the company exchanges texts. */
export interface TextingContact extends Omit<TextingContactsTable, 'search_text'> {
  /** the user of the company who has this number, if it is one of its own */
  user_id: string | null
  opted_out_at: number | null
}

type Stored = Omit<TextingContactsTable, 'search_text'>

const searchText = (contact: Pick<Stored, 'first_name' | 'last_name' | 'number' | 'email'>) =>
  `${contact.first_name} ${contact.last_name} ${contact.number} ${contact.email}`.toLowerCase()

export async function insertTextingContact(db: TelephonyDb, contact: Stored): Promise<void> {
  await textingContactsTable.insert(db, { ...contact, search_text: searchText(contact) })
}

export async function findTextingContact(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<TextingContact | undefined> {
  return contacts(db, companyId).where('texting_contacts.id', '=', id).executeTakeFirst()
}

export async function findTextingContactByNumber(
  db: TelephonyDb,
  companyId: number,
  number: string,
): Promise<TextingContact | undefined> {
  return contacts(db, companyId).where('texting_contacts.number', '=', number).executeTakeFirst()
}

/** In the order of creation. */
export async function listTextingContacts(
  db: TelephonyDb,
  companyId: number,
  search: string | undefined,
  page: Page,
): Promise<PageOf<TextingContact>> {
  let query = contacts(db, companyId)
  if (search !== undefined && search.trim() !== '') {
    const matches = sql<boolean>`texting_contacts.search_text like ${searchPattern(search)} escape '\\'`
    query = query.where(matches)
  }
  return readPage(query.orderBy('texting_contacts.id'), page)
}

/** The recipients with their conversation, in order. */
export async function listRecipients(
  db: TelephonyDb,
  companyId: number,
  conversationIds: readonly string[],
): Promise<(TextingContact & { conversation_id: string })[]> {
  if (conversationIds.length === 0) return []
  return contacts(db, companyId)
    .innerJoin('texting_recipients', (on) =>
      on
        .onRef('texting_recipients.company_id', '=', 'texting_contacts.company_id')
        .onRef('texting_recipients.contact_id', '=', 'texting_contacts.id'),
    )
    .select('texting_recipients.conversation_id')
    .where('texting_recipients.conversation_id', 'in', [...conversationIds])
    .orderBy('texting_recipients.conversation_id')
    .orderBy('texting_recipients.place')
    .execute()
}

export async function updateTextingContactRow(
  db: TelephonyDb,
  { company_id, id, first_name, last_name, email, updated_at, ...rest }: Stored,
): Promise<void> {
  await textingContactsTable.update(
    db,
    { company_id, id },
    {
      first_name,
      last_name,
      email,
      updated_at,
      search_text: searchText({ first_name, last_name, email, number: rest.number }),
    },
  )
}

const contacts = (db: TelephonyDb, companyId: number) =>
  db
    .selectFrom('texting_contacts')
    .leftJoin('texting_opt_outs', (on) =>
      on
        .onRef('texting_opt_outs.company_id', '=', 'texting_contacts.company_id')
        .onRef('texting_opt_outs.number', '=', 'texting_contacts.number'),
    )
    .select([
      'texting_contacts.company_id',
      'texting_contacts.id',
      'texting_contacts.number',
      'texting_contacts.first_name',
      'texting_contacts.last_name',
      'texting_contacts.email',
      'texting_contacts.created_at',
      'texting_contacts.updated_at',
      'texting_opt_outs.created_at as opted_out_at',
    ])
    // If a number has several users, the oldest one.
    .select((expression) =>
      expression
        .selectFrom('texting_number_users')
        .innerJoin('contacts', (on) =>
          on
            .onRef('contacts.company_id', '=', 'texting_number_users.company_id')
            .onRef('contacts.id', '=', 'texting_number_users.contact_id'),
        )
        .select(({ fn }) => fn.min('contacts.id').as('id'))
        .whereRef('texting_number_users.company_id', '=', 'texting_contacts.company_id')
        .whereRef('texting_number_users.number', '=', 'texting_contacts.number')
        .as('user_id'),
    )
    .where('texting_contacts.company_id', '=', companyId)
