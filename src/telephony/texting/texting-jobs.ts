import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import { type LeaderTask, startLeaderTask } from '../../platform/nodes/leader-task.ts'
import { receiveCarrierEvent } from './delivery/receive-carrier-event.ts'
import { tidyEarlyReceipts } from './delivery/receive-receipt.ts'
import { deleteReceivedBefore } from './delivery/received-text-store.ts'
import { createTextSender } from './delivery/text-sender.ts'
import { makeAllDue } from './messages/outbox-store.ts'
import type { Texting } from './texting.ts'

/** Checks a flag while nothing is due. Stopping the jobs waits for texts in flight. */
const TICK_MS = 50
/** No carrier repeats a text after this time. */
const REPETITIONS_MS = 30 * 86_400_000

/**
 * The leader sends and receives texts: a carrier has one connection. A new leader finds queued texts in the database;
 * those in flight are due when the claims of the previous leader expire.
 */
export async function startTextingJobs(texting: Texting, work: BackgroundJobs): Promise<LeaderTask> {
  const { carrier, clock, database, leadership, follower, isAlone, log } = texting
  carrier.listen((event, companyId) => receiveCarrierEvent(texting, event, companyId))
  const term = await startLeaderTask(leadership, log, 'connecting to the carrier', {
    async begin() {
      if (isAlone) await database.write(0, { work: ({ db }) => makeAllDue(db) })
      await carrier.start()
    },
    end: () => carrier.stop(),
  })
  follower.on('changed', ({ tenant, payload }) => {
    if (payload.kind !== 'carrier' || !term.isRunning) return
    carrier.look(tenant).catch((error) => log.warn({ err: error }, 'a carrier could not be changed'))
  })
  const sender = createTextSender(texting, () => term.isRunning)
  follower.on('texting.message.new', ({ payload }) => {
    if (payload.status === 'queued') sender.wake()
  })
  work.onLeader(TICK_MS, 'sending texts', () => sender.sendDue())
  work.onLeader(60_000, 'cleaning up early receipts', () => tidyEarlyReceipts(texting))
  work.onLeader(3_600_000, 'deleting old carrier ids', () =>
    database.write(0, { work: ({ db }) => deleteReceivedBefore(db, clock.now() - REPETITIONS_MS) }),
  )
  return term
}
