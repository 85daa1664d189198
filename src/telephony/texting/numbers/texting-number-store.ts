import type { TelephonyDb } from '../../telephony-platform.ts'
import { type TextingNumbersTable, textingNumbersTable, textingNumberUsersTable } from '../texting-tables.ts'

export interface TextingNumber extends TextingNumbersTable {
  /** contact ids, in the order of creation of the users */
  users: string[]
}

export async function findTextingNumber(
  db: TelephonyDb,
  companyId: number,
  number: string,
): Promise<TextingNumber | undefined> {
  const row = await textingNumbersTable.find(db, { company_id: companyId, number })
  return row && { ...row, users: await listNumberUsers(db, companyId, number) }
}

/** All numbers of the company, or those of one user. */
export async function listTextingNumbers(
  db: TelephonyDb,
  companyId: number,
  contactId: string | undefined,
): Promise<TextingNumber[]> {
  let query = db.selectFrom('texting_numbers').selectAll().where('company_id', '=', companyId)
  if (contactId !== undefined) {
    query = query.where('number', 'in', numbersOfUser(db, companyId, contactId))
  }
  const rows = await query.orderBy('number').execute()
  const users = new Map<string, string[]>(rows.map(({ number }) => [number, []]))
  for (const user of await assignments(db, companyId).execute()) users.get(user.number)?.push(user.contact_id)
  return rows.map((row) => ({ ...row, users: users.get(row.number)! }))
}

/** Also for the `where` of other stores: it decides what a user other than the owner may see. */
export const numbersOfUser = (db: TelephonyDb, companyId: number, contactId: string) =>
  db
    .selectFrom('texting_number_users')
    .select('number')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)

/** `at`: only the users of the number at this time. */
export async function listNumberUsers(
  db: TelephonyDb,
  companyId: number,
  number: string,
  at = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const rows = await assignments(db, companyId)
    .where('texting_number_users.number', '=', number)
    .where('texting_number_users.assigned_at', '<=', at)
    .execute()
  return rows.map(({ contact_id: id }) => id)
}

/** Since when the user has each of their numbers: older texts are not for them. */
export async function listAssignmentTimes(
  db: TelephonyDb,
  companyId: number,
  contactId: string,
): Promise<Map<string, number>> {
  const rows = await textingNumberUsersTable.pick(db, { company_id: companyId, contact_id: contactId }, [
    'number',
    'assigned_at',
  ])
  return new Map(rows.map(({ number, assigned_at }) => [number, assigned_at]))
}

/**
 * People who have the number already keep what they see. A number without conversations has nothing older to hide, so
 * its first users see everything, whatever the clock does later.
 */
export async function replaceNumberUsers(
  db: TelephonyDb,
  companyId: number,
  number: string,
  users: readonly string[],
  now: number,
): Promise<void> {
  let former = db
    .deleteFrom('texting_number_users')
    .where('company_id', '=', companyId)
    .where('number', '=', number)
  if (users.length > 0) former = former.where('contact_id', 'not in', [...users])
  await former.execute()
  if (users.length === 0) return
  const older = await db
    .selectFrom('texting_conversations')
    .select('id')
    .where('company_id', '=', companyId)
    .where('from_number', '=', number)
    .limit(1)
    .executeTakeFirst()
  const assigned_at = older ? now : 0
  await textingNumberUsersTable.insertIfAbsent(
    db,
    users.map((contact_id) => ({ company_id: companyId, number, contact_id, assigned_at })),
  )
}

/** Ignores deleted users. */
const assignments = (db: TelephonyDb, companyId: number) =>
  db
    .selectFrom('texting_number_users')
    .innerJoin('contacts', (on) =>
      on
        .onRef('contacts.company_id', '=', 'texting_number_users.company_id')
        .onRef('contacts.id', '=', 'texting_number_users.contact_id'),
    )
    .select(['texting_number_users.number', 'texting_number_users.contact_id'])
    .where('texting_number_users.company_id', '=', companyId)
    .orderBy('texting_number_users.contact_id')
