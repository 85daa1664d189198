import { createRegularWork } from '../platform/regular-work.ts'
import { tendFaxes } from './faxes/tend-faxes.ts'
import { tendFiles } from './files/tend-files.ts'
import { forgetRetryKeysBefore } from './http/retry-key-store.ts'
import { tendInvitations } from './invitations/tend-invitations.ts'
import { tendPbx } from './pbx/tend-pbx.ts'
import { tendEvents } from './sockets/tend-events.ts'
import type { Telephony } from './telephony.ts'
import { tendTexting } from './texting/tend-texting.ts'
import { tendUserStatus } from './user-status/tend-user-status.ts'
import { tendWebhooks } from './webhooks/tend-webhooks.ts'

/** A client that has not tried again for a day will not. */
const RETRY_MS = 86_400_000

/** How long a message of Redis that was lost can delay what is done on duty. */
const LOOK_EVERYWHERE_MS = 5_000

/** The regular work of a server; a command that is gone in a moment leaves it alone. */
export async function tendTelephony(telephony: Telephony): Promise<{ stop(): Promise<void> }> {
  const { clock, database, duty, follower, isAlone, log, pbx } = telephony
  const work = createRegularWork(log, duty)
  if (!isAlone) {
    work.onDuty(LOOK_EVERYWHERE_MS, 'looking for missed events', () => follower.lookEverywhere())
  }
  work.every(15_000, 'writing down the use of API keys', () => telephony.keyUse.writeDown())
  work.onDuty(3_600_000, 'forgetting old retry keys', () =>
    database.write(0, { work: ({ db }) => forgetRetryKeysBefore(db, clock.now() - RETRY_MS) }),
  )
  const terms = [await tendPbx(telephony, work)]
  await tendEvents(telephony, work)
  await tendInvitations(telephony, work)
  terms.unshift(await tendTexting(telephony, work), await tendFaxes(telephony, work))
  await tendFiles(telephony, work)
  await tendUserStatus(telephony, work)
  await tendWebhooks(telephony, work)
  return {
    async stop() {
      for (const term of terms) await term.stop()
      await work.stop()
      await pbx.close()
      await telephony.keyUse.writeDown()
    },
  }
}
