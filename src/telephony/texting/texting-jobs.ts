import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import { type LeaderTask, startLeaderTask } from '../../platform/nodes/leader-task.ts'
import { receiveCarrierEvent } from './delivery/receive-carrier-event.ts'
import { tidyEarlyReceipts } from './delivery/receive-receipt.ts'
import { handleTexts } from './delivery/text-sender.ts'
import type { Texting } from './texting.ts'
import { textingReceivedTable } from './texting-tables.ts'

/** While anything is written. */
const TIDY_EVERY_MS = 60_000

/** No carrier repeats a text after this time. */
const REPETITIONS_MS = 30 * 86_400_000

/**
 * The leader sends and receives texts: a carrier has one connection. A new leader finds queued texts in the database;
 * those in flight are due when the claims of the previous leader expire.
 */
export async function startTextingJobs(texting: Texting, work: BackgroundJobs): Promise<LeaderTask> {
  const { carrier, clock, database, leadership, follower, log, outbox } = texting
  let isOpen = false
  handleTexts(texting, () => isOpen)
  carrier.listen((event, companyId) => receiveCarrierEvent(texting, event, companyId))
  const term = await startLeaderTask(leadership, log, 'connecting to the carrier', {
    async begin() {
      await carrier.start()
      isOpen = true
      outbox.wake('text')
    },
    async end() {
      isOpen = false
      await carrier.stop()
    },
  })
  follower.on('changed', ({ tenant, payload }) => {
    if (payload.kind !== 'carrier' || !term.isRunning) return
    carrier.look(tenant).catch((error) => log.warn({ err: error }, 'a carrier could not be changed'))
  })
  database.onWrite(work.onWake(TIDY_EVERY_MS, 'cleaning up early receipts', () => tidyEarlyReceipts(texting)))
  work.onLeader(3_600_000, 'deleting old carrier ids', () =>
    database.write(0, {
      work: ({ db }) => textingReceivedTable.removeBefore(db, 'received_at', clock.now() - REPETITIONS_MS),
    }),
  )
  return term
}
