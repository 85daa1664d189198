import type { TelephonyDb } from '../../../telephony-platform.ts'
import type { VoicemailMailsTable } from './voicemail-mails-table.ts'

export async function insertVoicemailMails(
  db: TelephonyDb,
  mails: readonly VoicemailMailsTable[],
): Promise<void> {
  if (mails.length > 0) await db.insertInto('voicemail_mails').values(mails).execute()
}

/** The longest overdue first. */
export async function listDueVoicemailMails(
  db: TelephonyDb,
  now: number,
  limit: number,
): Promise<VoicemailMailsTable[]> {
  return db
    .selectFrom('voicemail_mails')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Claims it. False if another process was faster. */
export async function claimVoicemailMail(
  db: TelephonyDb,
  mail: VoicemailMailsTable,
  until: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('voicemail_mails')
    .set({ next_attempt_at: until, attempts: mail.attempts + 1 })
    .where('company_id', '=', mail.company_id)
    .where('id', '=', mail.id)
    .where('next_attempt_at', '=', mail.next_attempt_at)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function postponeVoicemailMail(
  db: TelephonyDb,
  { company_id, id }: VoicemailMailsTable,
  until: number,
): Promise<void> {
  await db
    .updateTable('voicemail_mails')
    .set({ next_attempt_at: until })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteVoicemailMail(
  db: TelephonyDb,
  { company_id, id }: VoicemailMailsTable,
): Promise<void> {
  await db.deleteFrom('voicemail_mails').where('company_id', '=', company_id).where('id', '=', id).execute()
}

export async function deleteMailsOfVoicemail(
  db: TelephonyDb,
  companyId: number,
  messageId: string,
): Promise<void> {
  await db
    .deleteFrom('voicemail_mails')
    .where('company_id', '=', companyId)
    .where('message_id', '=', messageId)
    .execute()
}

/** At the start: the process that had claimed them has died. */
export async function makeAllVoicemailMailsDue(db: TelephonyDb): Promise<void> {
  await db.updateTable('voicemail_mails').set({ next_attempt_at: 0 }).execute()
}
