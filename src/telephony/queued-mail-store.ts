import { sql } from 'kysely'
import type { TelephonyDb } from './telephony-platform.ts'
import type { TelephonyTables } from './telephony-tables.ts'

/** A mail that has not been sent yet, as the tables of mails store it. */
export interface QueuedMail {
  company_id: number
  id: string
  attempts: number
  next_attempt_at: number
}

/** The tables of mails. */
export type MailTable = {
  [Table in keyof TelephonyTables]: TelephonyTables[Table] extends QueuedMail ? Table : never
}[keyof TelephonyTables]

const isMail = ({ company_id, id }: QueuedMail) => sql`company_id = ${company_id} and id = ${id}`

/** The longest overdue first. */
export async function listDueMails<Table extends MailTable>(
  db: TelephonyDb,
  table: Table,
  now: number,
  limit: number,
): Promise<(TelephonyTables[Table] & QueuedMail)[]> {
  const due = sql<TelephonyTables[Table] & QueuedMail>`select * from ${sql.table(table)}
    where next_attempt_at <= ${now} order by next_attempt_at, id limit ${limit}`
  return (await due.execute(db)).rows
}

/** False if another process was faster. */
export async function claimMail(
  db: TelephonyDb,
  table: MailTable,
  mail: QueuedMail,
  until: number,
): Promise<boolean> {
  const claim = sql`update ${sql.table(table)} set next_attempt_at = ${until}, attempts = ${mail.attempts + 1}
    where ${isMail(mail)} and next_attempt_at = ${mail.next_attempt_at} returning id`
  return (await claim.execute(db)).rows.length > 0
}

export async function postponeMail(
  db: TelephonyDb,
  table: MailTable,
  mail: QueuedMail,
  until: number,
): Promise<void> {
  await sql`update ${sql.table(table)} set next_attempt_at = ${until} where ${isMail(mail)}`.execute(db)
}

export async function deleteMail(db: TelephonyDb, table: MailTable, mail: QueuedMail): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${isMail(mail)}`.execute(db)
}

/** At the start: the process that had claimed them has died. */
export async function makeAllMailsDue(db: TelephonyDb, table: MailTable): Promise<void> {
  await sql`update ${sql.table(table)} set next_attempt_at = 0`.execute(db)
}
