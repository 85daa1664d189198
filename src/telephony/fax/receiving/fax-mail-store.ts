import type { TelephonyDb } from '../../telephony-platform.ts'
import type { FaxMailsTable } from '../faxes/fax-tables.ts'

export async function insertFaxMail(db: TelephonyDb, mail: FaxMailsTable): Promise<void> {
  await db.insertInto('fax_mails').values(mail).execute()
}

/** The longest overdue first. */
export async function listDueFaxMails(db: TelephonyDb, now: number, limit: number): Promise<FaxMailsTable[]> {
  return db
    .selectFrom('fax_mails')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
}

/** Claims it. False if another process was faster. */
export async function claimFaxMail(db: TelephonyDb, mail: FaxMailsTable, until: number): Promise<boolean> {
  const claimed = await db
    .updateTable('fax_mails')
    .set({ next_attempt_at: until, attempts: mail.attempts + 1 })
    .where('company_id', '=', mail.company_id)
    .where('id', '=', mail.id)
    .where('next_attempt_at', '=', mail.next_attempt_at)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function postponeFaxMail(
  db: TelephonyDb,
  { company_id, id }: FaxMailsTable,
  until: number,
): Promise<void> {
  await db
    .updateTable('fax_mails')
    .set({ next_attempt_at: until })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteFaxMail(db: TelephonyDb, { company_id, id }: FaxMailsTable): Promise<void> {
  await db.deleteFrom('fax_mails').where('company_id', '=', company_id).where('id', '=', id).execute()
}

export async function deleteMailsOfFax(db: TelephonyDb, companyId: number, faxId: string): Promise<void> {
  await db.deleteFrom('fax_mails').where('company_id', '=', companyId).where('fax_id', '=', faxId).execute()
}

/** At the start: the process that had claimed them has died. */
export async function makeAllFaxMailsDue(db: TelephonyDb): Promise<void> {
  await db.updateTable('fax_mails').set({ next_attempt_at: 0 }).execute()
}
