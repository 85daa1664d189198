import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { Directory } from '../directory.ts'
import { createInvitationOutbox } from './invitation-outbox.ts'
import { reopenAbandonedMails } from './mail-invitation.ts'

/** Checks a flag; reads the database only if there may be invitations to mail. */
const TICK_MS = 100
/** Looks without an event, too: for mails that had to wait. */
const INTERVAL_MS = 60_000

/** Mails invitations soon after any server has issued them. */
export async function startInvitationJobs(directory: Directory, work: BackgroundJobs): Promise<void> {
  const { clock, leadership, follower, isAlone } = directory
  const outbox = createInvitationOutbox(directory)
  let told = true
  let lookedAt = 0
  follower.on('changed', ({ payload }) => {
    if (payload.kind === 'contact') told = true
  })
  let isNewLeader = false
  follower.onSkip(() => {
    told = true
  })
  // The previous leader may have died while it was sending mails.
  leadership.whileLeader(
    () => {
      isNewLeader = true
    },
    () => {},
  )
  work.onLeader(TICK_MS, 'mailing invitations', async () => {
    const isTime = clock.now() - lookedAt >= INTERVAL_MS
    if (!told && !isNewLeader && !isTime) return
    if (isNewLeader || isTime) await reopenAbandonedMails(directory, isNewLeader && isAlone)
    isNewLeader = false
    told = false
    lookedAt = clock.now()
    if (await outbox.run()) told = true
  })
}
