import { inTurn } from '../platform/in-turn.ts'
import { createRegularWork } from '../platform/regular-work.ts'
import { tendFaxes } from './faxes/tend-faxes.ts'
import { tendFiles } from './files/tend-files.ts'
import { forgetRetryKeysBefore } from './http/retry-key-store.ts'
import { tendInvitations } from './invitations/tend-invitations.ts'
import { notePbxEvent } from './pbx/note-pbx-event.ts'
import { repairLeftovers } from './pbx/repair-pbx.ts'
import { tendEvents } from './sockets/tend-events.ts'
import type { Telephony } from './telephony.ts'
import { tendTexting } from './texting/tend-texting.ts'
import { tendUserStatus } from './user-status/tend-user-status.ts'
import { tendWebhooks } from './webhooks/tend-webhooks.ts'

/** A client that has not tried again for a day will not. */
const RETRY_MS = 86_400_000
/** Changes under way are younger. */
const LEFT_BEHIND_MS = 30_000

/** The regular work of a server; a command that is gone in a moment leaves it alone. */
export async function tendTelephony(telephony: Telephony): Promise<{ stop(): Promise<void> }> {
  const { carrier, clock, database, faxLine, log, pbx } = telephony
  pbx.listen((event) => {
    const { domain, number } = event.address
    // Ringing, then in a call: what a phone does is noted in the order in which it does it.
    inTurn(`events of ${number}@${domain}`, () => notePbxEvent(telephony, event)).catch((error) =>
      log.error({ err: error }, 'an event of the PBX was lost'),
    )
  })
  await pbx.start()
  // A process that died has left its intents; nobody else is at them when we are the only one.
  await repairLeftovers(telephony, 0).catch((error) =>
    log.warn({ err: error }, 'the PBX could not be repaired; trying again'),
  )
  const work = createRegularWork(log)
  work.every(5_000, 'repairing the PBX', () => repairLeftovers(telephony, LEFT_BEHIND_MS))
  work.every(15_000, 'writing down the use of API keys', () => telephony.keyUse.writeDown())
  work.every(3_600_000, 'forgetting old retry keys', () =>
    database.write(0, { work: ({ db }) => forgetRetryKeysBefore(db, clock.now() - RETRY_MS) }),
  )
  await tendEvents(telephony, work)
  await tendInvitations(telephony, work)
  await tendTexting(telephony, work)
  await tendFaxes(telephony, work)
  await tendFiles(telephony, work)
  await tendUserStatus(telephony, work)
  await tendWebhooks(telephony, work)
  return {
    async stop() {
      await carrier.stop()
      await faxLine.stop()
      await work.stop()
      await pbx.stop()
      await telephony.keyUse.writeDown()
    },
  }
}
