import type { RegularWork } from '../../platform/regular-work.ts'
import type { Telephony } from '../telephony.ts'
import { makeAllDue } from '../texting-delivery/outbox-store.ts'
import { receiveCarrierEvent } from '../texting-delivery/receive-carrier-event.ts'
import { tidyEarlyReceipts } from '../texting-delivery/receive-receipt.ts'
import { forgetReceivedBefore } from '../texting-delivery/received-text-store.ts'
import { createTextSender } from '../texting-delivery/text-sender.ts'
import type { TextingMessageView } from '../texting-messages/texting-message-view.ts'

/** Costs nothing while nothing is due; and who stops the regular work waits for what is being sent. */
const TICK_MS = 50
/** No carrier repeats a text after so long. */
const REPETITIONS_MS = 30 * 86_400_000

/** Texts go out and come in. */
export async function tendTexting(telephony: Telephony, work: RegularWork): Promise<void> {
  const { carrier, clock, database, follower } = telephony
  const sender = createTextSender(telephony)
  await database.write(0, { work: ({ db }) => makeAllDue(db) })
  follower.listen(({ type, payload }) => {
    if (type === 'texting.message.new' && (payload as TextingMessageView).status === 'queued') sender.wake()
  })
  carrier.listen((event) => receiveCarrierEvent(telephony, event))
  await carrier.start()
  work.every(TICK_MS, 'sending texts', () => sender.sendDue())
  work.every(60_000, 'tidying receipts', () => tidyEarlyReceipts(telephony))
  work.every(3_600_000, 'forgetting the names of old texts', () =>
    database.write(0, { work: ({ db }) => forgetReceivedBefore(db, clock.now() - REPETITIONS_MS) }),
  )
}
