import { secondsOf } from '../../platform/clock.ts'
import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { SESSION_SECONDS } from '../identity/sessions/session.ts'
import { deleteSessionsUnusedSince } from '../identity/sessions/session-store.ts'
import { emailChangesTable } from './email-changes/email-changes-table.ts'
import { deleteInvitesEndedBefore } from './invitations/invite-store.ts'
import { handleMails } from './mails/queue-mail.ts'
import { passwordResetsTable } from './password-resets/password-resets-table.ts'
import { samlAssertionsTable } from './providers/saml-assertions-table.ts'

/** For this long, people who open an old link learn why it no longer works. */
const INVITES_KEPT_SECONDS = 90 * 86_400

export function startSignInJobs(chat: ChatPlatform, work: BackgroundJobs): void {
  handleMails(chat)
  work.onLeader(3_600_000, 'deleting old sessions and invitations', () => deleteExpiredSignIns(chat))
}

export async function deleteExpiredSignIns({ clock, database }: ChatPlatform): Promise<void> {
  const now = secondsOf(clock)
  await database.write(0, {
    async work({ db }) {
      await deleteSessionsUnusedSince(db, now - SESSION_SECONDS)
      // A link whose time has come is expired.
      await passwordResetsTable.removeBefore(db, 'expires_at', now + 1)
      await emailChangesTable.removeBefore(db, 'expires_at', now + 1)
      await samlAssertionsTable.removeBefore(db, 'expires_at', now + 1)
      await deleteInvitesEndedBefore(db, now - INVITES_KEPT_SECONDS)
    },
  })
}
