import type { BackgroundJobs } from '../../../../platform/concurrency/background-jobs.ts'
import { currentCompany } from '../../../identity/current-company.ts'
import type { Identity } from '../../../identity/identity.ts'
import { makeAllMailsDue } from '../../../queued-mail-store.ts'
import { sendQueuedMails } from '../../../send-queued-mails.ts'
import { deleteOutgoingCallsBefore } from '../../calling-rules/calling-rules-store.ts'
import type { LimitMailsTable } from '../../calling-rules/calling-rules-tables.ts'
import { LIMIT_WINDOW_MS } from './outgoing-calls.ts'

const MAIL_INTERVAL_MS = 1_000
const DELETE_INTERVAL_MS = 3_600_000

export async function startLimitJobs(identity: Identity, work: BackgroundJobs): Promise<void> {
  const { clock, database, isAlone } = identity
  if (isAlone) await database.write(0, { work: ({ db }) => makeAllMailsDue(db, 'limit_mails') })
  work.onLeader(MAIL_INTERVAL_MS, 'mailing about limits of calls', () =>
    sendQueuedMails(
      identity,
      'limit_mails',
      { compose: (mail) => composeMail(identity, mail), describe: ({ id }) => ({ mail: id }) },
      work.stopping,
    ),
  )
  work.onLeader(DELETE_INTERVAL_MS, 'deleting the minutes of old calls', () =>
    database.write(0, {
      work: ({ db }) => deleteOutgoingCallsBefore(db, clock.now() - LIMIT_WINDOW_MS),
    }),
  )
}

async function composeMail(identity: Identity, { company_id: id, email, subject, body }: LimitMailsTable) {
  const company = await currentCompany(identity, id)
  return company && { to: [email], fromName: company.name, subject, text: body }
}
