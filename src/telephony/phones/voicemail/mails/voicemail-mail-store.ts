import type { TelephonyDb } from '../../../telephony-platform.ts'
import type { VoicemailMailsTable } from './voicemail-mails-table.ts'

export async function insertVoicemailMails(
  db: TelephonyDb,
  mails: readonly VoicemailMailsTable[],
): Promise<void> {
  if (mails.length > 0) await db.insertInto('voicemail_mails').values(mails).execute()
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
