import { type DutyTerm, openTerm } from '../../platform/nodes/duty-term.ts'
import type { RegularWork } from '../../platform/regular-work.ts'
import type { Telephony } from '../telephony.ts'
import { makeAllDue } from '../texting-delivery/outbox-store.ts'
import { receiveCarrierEvent } from '../texting-delivery/receive-carrier-event.ts'
import { tidyEarlyReceipts } from '../texting-delivery/receive-receipt.ts'
import { forgetReceivedBefore } from '../texting-delivery/received-text-store.ts'
import { createTextSender } from '../texting-delivery/text-sender.ts'

/** Costs nothing while nothing is due; and who stops the regular work waits for what is being sent. */
const TICK_MS = 50
/** No carrier repeats a text after so long. */
const REPETITIONS_MS = 30 * 86_400_000

/**
 * Texts go out and come in, by the one server that has the duty: a carrier has one line to us. Who takes the duty
 * over finds the queued texts as rows; those that the former one was sending are due when its claims end.
 */
export async function tendTexting(telephony: Telephony, work: RegularWork): Promise<DutyTerm> {
  const { carrier, clock, database, duty, follower, isAlone, log } = telephony
  carrier.listen((event) => receiveCarrierEvent(telephony, event))
  const term = await openTerm(duty, log, 'opening the line to the carrier', {
    async begin() {
      if (isAlone) await database.write(0, { work: ({ db }) => makeAllDue(db) })
      await carrier.start()
    },
    end: () => carrier.stop(),
  })
  const sender = createTextSender(telephony, () => term.isRunning)
  follower.on('texting.message.new', ({ payload }) => {
    if (payload.status === 'queued') sender.wake()
  })
  work.onDuty(TICK_MS, 'sending texts', () => sender.sendDue())
  work.onDuty(60_000, 'tidying receipts', () => tidyEarlyReceipts(telephony))
  work.onDuty(3_600_000, 'forgetting the names of old texts', () =>
    database.write(0, { work: ({ db }) => forgetReceivedBefore(db, clock.now() - REPETITIONS_MS) }),
  )
  return term
}
