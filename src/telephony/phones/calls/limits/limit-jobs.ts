import type { BackgroundJobs } from '../../../../platform/concurrency/background-jobs.ts'
import type { Mail } from '../../../../platform/mail/mailer.ts'
import { mailHandler } from '../../../../platform/mail-handler.ts'
import { currentCompany } from '../../../identity/current-company.ts'
import type { Identity } from '../../../identity/identity.ts'
import { outgoingCallsTable } from '../../calling-rules/calling-rules-tables.ts'
import { LIMIT_WINDOW_MS } from './outgoing-calls.ts'

const DELETE_INTERVAL_MS = 3_600_000

declare module '../../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** to the owner, about a limit that was reached */
    limit_mail: Pick<Mail, 'to' | 'subject' | 'text'>
  }
}

export function startLimitJobs(identity: Identity, work: BackgroundJobs): void {
  const { clock, database, mailer, outbox } = identity
  outbox.handle(
    'limit_mail',
    mailHandler(mailer, {
      async compose({ tenant, payload }) {
        const company = await currentCompany(identity, tenant)
        return company && { ...payload, fromName: company.name }
      },
    }),
  )
  work.onLeader(DELETE_INTERVAL_MS, 'deleting the minutes of old calls', () =>
    database.write(0, {
      work: ({ db }) => outgoingCallsTable.removeBefore(db, 'ended_at', clock.now() - LIMIT_WINDOW_MS),
    }),
  )
}
