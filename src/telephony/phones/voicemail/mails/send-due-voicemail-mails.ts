import type { Mail } from '../../../../platform/mailer.ts'
import { currentCompany } from '../../../identity/current-company.ts'
import type { Identity } from '../../../identity/identity.ts'
import { sendQueuedMails } from '../../../send-queued-mails.ts'
import { placeOfRecording } from '../place-of-recording.ts'
import { removeMailedVoicemail } from '../remove-mailed-voicemail.ts'
import { findVoicemail } from '../voicemail-store.ts'
import type { VoicemailMailsTable } from './voicemail-mails-table.ts'

/** Gives up after the last attempt. The message itself stays then. */
export const sendDueVoicemailMails = (identity: Identity, signal: AbortSignal): Promise<void> =>
  sendQueuedMails(
    identity,
    'voicemail_mails',
    {
      compose: (mail) => composeMail(identity, mail),
      describe: (mail) => ({ voicemail: mail.message_id, mail: mail.id }),
      onSent: async (mail) => {
        if (mail.deletes === 1) await removeMailedVoicemail(identity, mail)
      },
    },
    signal,
  )

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
