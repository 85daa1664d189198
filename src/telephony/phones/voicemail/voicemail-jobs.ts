import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { announceChanged } from '../../company/audit/record-change.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { makeAllMailsDue } from '../../queued-mail-store.ts'
import { sendQueuedMails } from '../../send-queued-mails.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { placeOfRecording } from '../pbx/place-of-recording.ts'
import type { VoicemailMailsTable } from './mails/voicemail-mails-table.ts'
import { voicemailDeleted } from './voicemail-events.ts'
import { deleteVoicemailRow, findVoicemail, isVoicemailOfCompany } from './voicemail-store.ts'
import { voicemailView } from './voicemail-view.ts'

const MAIL_EVERY_MS = 1_000
const COLLECT_EVERY_MS = 3_600_000
/** Longer than it takes to store a message. */
const LEFT_BEHIND_MS = 3_600_000

export async function startVoicemailJobs(identity: Identity, work: BackgroundJobs): Promise<void> {
  const { database, isAlone } = identity
  if (isAlone) await database.write(0, { work: ({ db }) => makeAllMailsDue(db, 'voicemail_mails') })
  work.onLeader(MAIL_EVERY_MS, 'mailing voicemail', () => sendDueVoicemailMails(identity, work.stopping))
  work.onLeader(COLLECT_EVERY_MS, 'deleting the recordings of deleted messages', () =>
    collectRecordings(identity),
  )
}

/** Deletes recordings without a row: of deleted messages, and from crashes between storing the two. */
export async function collectRecordings({ clock, contents, database }: TelephonyPlatform): Promise<void> {
  await contents.removeLeftovers('voicemail', clock.now() - LEFT_BEHIND_MS, (company, id) =>
    isVoicemailOfCompany(database.read, company, id),
  )
}

/** Gives up after the last attempt. The message itself stays then. */
const sendDueVoicemailMails = (identity: Identity, signal: AbortSignal): Promise<void> =>
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

/** Deletes a message whose recording has been mailed. Other mails about it are still sent. */
async function removeMailedVoicemail(
  identity: Identity,
  { company_id: companyId, message_id: id }: { company_id: number; message_id: string },
): Promise<void> {
  const company = await currentCompany(identity, companyId)
  if (!company) return
  await identity.transact(company.id, async (tx) => {
    const message = await findVoicemail(tx.db, company.id, id)
    if (!message) return
    await deleteVoicemailRow(tx.db, company.id, id)
    announceChanged(tx, 'voicemail_message', id)
    tx.announce(voicemailDeleted(company, voicemailView(message, company.public_id)))
  })
  await identity.contents.remove(placeOfRecording(company, id))
}
