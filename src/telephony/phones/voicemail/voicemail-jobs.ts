import type { BackgroundJobs } from '../../../platform/background-jobs.ts'
import type { Identity } from '../../identity/identity.ts'
import { makeAllMailsDue } from '../../queued-mail-store.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { sendDueVoicemailMails } from './mails/send-due-voicemail-mails.ts'
import { isVoicemailOfCompany } from './voicemail-store.ts'

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
