import type { Mail } from '../../../../platform/mailer.ts'
import { sendDueMails } from '../../../../platform/send-due-mails.ts'
import { currentCompany } from '../../../identity/current-company.ts'
import type { Identity } from '../../../identity/identity.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import { placeOfRecording } from '../place-of-recording.ts'
import { removeMailedVoicemail } from '../remove-mailed-voicemail.ts'
import { findVoicemail } from '../voicemail-store.ts'
import {
  claimVoicemailMail,
  deleteVoicemailMail,
  listDueVoicemailMails,
  postponeVoicemailMail,
} from './voicemail-mail-store.ts'
import type { VoicemailMailsTable } from './voicemail-mails-table.ts'

/** Gives up after the last attempt. The message itself stays then. */
export function sendDueVoicemailMails(identity: Identity, signal: AbortSignal): Promise<void> {
  const { clock, database, log, mailer } = identity
  const after = (seconds: number) => clock.now() + seconds * 1000
  const write = <T>(mail: VoicemailMailsTable, work: (db: TelephonyDb) => Promise<T>) =>
    database.write(mail.company_id, { work: ({ db }) => work(db) })
  const queue = {
    listDue: (limit: number) => listDueVoicemailMails(database.read, after(0), limit),
    claim: (mail: VoicemailMailsTable, seconds: number) =>
      write(mail, (db) => claimVoicemailMail(db, mail, after(seconds))),
    compose: (mail: VoicemailMailsTable) => composeMail(identity, mail),
    postpone: (mail: VoicemailMailsTable, seconds: number) =>
      write(mail, (db) => postponeVoicemailMail(db, mail, after(seconds))),
    async remove(mail: VoicemailMailsTable, isSent: boolean) {
      if (isSent && mail.deletes === 1) await removeMailedVoicemail(identity, mail)
      await write(mail, (db) => deleteVoicemailMail(db, mail))
    },
    describe: (mail: VoicemailMailsTable) => ({ voicemail: mail.message_id, mail: mail.id }),
  }
  return sendDueMails(queue, mailer, log, signal)
}

/** undefined if there is nothing to send any more */
async function composeMail(identity: Identity, mail: VoicemailMailsTable): Promise<Mail | undefined> {
  const { email, subject, body: text, message_id: id } = mail
  const company = await currentCompany(identity, mail.company_id)
  if (!company) return undefined
  const letter = { to: [email], fromName: company.name, subject, text }
  if (mail.attaches === 0) return letter
  if (!(await findVoicemail(identity.database.read, company.id, id))) return undefined
  const content = await identity.contents.read(placeOfRecording(company, id))
  return {
    ...letter,
    attachments: [{ filename: `voicemail-${id}.wav`, contentType: 'audio/wav', content }],
  }
}
