import type { RegularWork } from '../../platform/regular-work.ts'
import type { ChangedPayload } from '../changes/record-change.ts'
import type { Telephony } from '../telephony.ts'
import { createInvitationOutbox } from './invitation-outbox.ts'

/** Costs nothing while nobody is to be invited. */
const TICK_MS = 100
/** Also without being told: for those that had to wait. */
const LOOK_EVERY_MS = 60_000

/** Mails invitations soon after they were issued, by this process or another. */
export async function tendInvitations(telephony: Telephony, work: RegularWork): Promise<void> {
  const { clock, follower } = telephony
  const outbox = createInvitationOutbox(telephony)
  let told = true
  let lookedAt = 0
  follower.listen((event) => {
    if (event.type === 'changed' && (event.payload as ChangedPayload).kind === 'contact') told = true
  })
  work.every(TICK_MS, 'mailing invitations', async () => {
    if (!told && clock.now() - lookedAt < LOOK_EVERY_MS) return
    told = false
    lookedAt = clock.now()
    if (await outbox.run()) told = true
  })
}
