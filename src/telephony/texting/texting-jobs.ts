import type { BackgroundJobs } from '../../platform/background-jobs.ts'
import { type LeaderTask, startLeaderTask } from '../../platform/nodes/leader-task.ts'
import { makeAllDue } from './delivery/outbox-store.ts'
import { receiveCarrierEvent } from './delivery/receive-carrier-event.ts'
import { tidyEarlyReceipts } from './delivery/receive-receipt.ts'
import { forgetReceivedBefore } from './delivery/received-text-store.ts'
import { createTextSender } from './delivery/text-sender.ts'
import type { Texting } from './texting.ts'

/** Costs nothing while nothing is due; and who stops the regular work waits for what is being sent. */
const TICK_MS = 50
/** No carrier repeats a text after so long. */
const REPETITIONS_MS = 30 * 86_400_000

/**
 * The leader sends and receives texts: a carrier has one connection to us. Who takes the leadership
 * over finds the queued texts as rows; those that the former one was sending are due when its claims end.
 */
export async function startTextingJobs(texting: Texting, work: BackgroundJobs): Promise<LeaderTask> {
  const { carrier, clock, database, leadership, follower, isAlone, log } = texting
  carrier.listen((event) => receiveCarrierEvent(texting, event))
  const term = await startLeaderTask(leadership, log, 'opening the line to the carrier', {
    async begin() {
      if (isAlone) await database.write(0, { work: ({ db }) => makeAllDue(db) })
      await carrier.start()
    },
    end: () => carrier.stop(),
  })
  const sender = createTextSender(texting, () => term.isRunning)
  follower.on('texting.message.new', ({ payload }) => {
    if (payload.status === 'queued') sender.wake()
  })
  work.onLeader(TICK_MS, 'sending texts', () => sender.sendDue())
  work.onLeader(60_000, 'tidying receipts', () => tidyEarlyReceipts(texting))
  work.onLeader(3_600_000, 'forgetting the names of old texts', () =>
    database.write(0, { work: ({ db }) => forgetReceivedBefore(db, clock.now() - REPETITIONS_MS) }),
  )
  return term
}
