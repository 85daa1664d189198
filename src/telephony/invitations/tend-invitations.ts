import type { RegularWork } from '../../platform/regular-work.ts'
import type { Telephony } from '../telephony.ts'
import { createInvitationOutbox } from './invitation-outbox.ts'
import { reopenAbandonedMails } from './mail-invitation.ts'

/** Costs nothing while nobody is to be invited. */
const TICK_MS = 100
/** Also without being told: for those that had to wait. */
const LOOK_EVERY_MS = 60_000

/** Mails invitations soon after they were issued, by whichever server. */
export async function tendInvitations(telephony: Telephony, work: RegularWork): Promise<void> {
  const { clock, duty, follower, isAlone } = telephony
  const outbox = createInvitationOutbox(telephony)
  let told = true
  let lookedAt = 0
  follower.on('changed', ({ payload }) => {
    if (payload.kind === 'contact') told = true
  })
  let isNewOnDuty = false
  follower.onSkip(() => {
    told = true
  })
  // Whoever had the duty may have heard of some, or been at some, and died.
  duty.whileHeld(
    () => {
      isNewOnDuty = true
    },
    () => {},
  )
  work.onDuty(TICK_MS, 'mailing invitations', async () => {
    const isTime = clock.now() - lookedAt >= LOOK_EVERY_MS
    if (!told && !isNewOnDuty && !isTime) return
    if (isNewOnDuty || isTime) await reopenAbandonedMails(telephony, isNewOnDuty && isAlone)
    isNewOnDuty = false
    told = false
    lookedAt = clock.now()
    if (await outbox.run()) told = true
  })
}
