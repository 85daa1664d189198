import { sql } from 'kysely'
import { type Clock, systemClock } from '../clock.ts'
import type { Logger } from '../logging/log.ts'
import type { Database } from './database.ts'

/** While anything is written. */
const MEASURE_EVERY_MS = 10_000
/** While nothing is. */
const MEASURE_AT_REST_MS = 600_000
/** The machine was suspended, or its clock was set. */
const JUMP_MS = 1000
/** A clock that is off by more than this is worth a log line. */
const FAR_OFF_MS = 30_000

export interface DatabaseClock extends Clock {
  stop(): void
}

/**
 * PostgreSQL's time, for all nodes: whether a queue has expired or a message is due does not depend on a machine's
 * clock. Between two measurements the monotonic clock carries it on.
 */
export async function followDatabaseClock<Tables>(
  { onWrite, read }: Database<Tables>,
  log: Logger,
): Promise<DatabaseClock> {
  /** from the monotonic clock to PostgreSQL's */
  let offset = Number.NaN
  let isFarOff = false
  let isStale = false
  let measuredAt = 0
  /** from the monotonic clock to the machine's */
  let ownOffset = 0
  const now = () => Math.floor(performance.now() + offset)

  async function measure() {
    const sent = performance.now()
    isStale = false
    measuredAt = sent
    ownOffset = systemClock.now() - sent
    const { rows } = await sql<{ now: string }>`
      select extract(epoch from clock_timestamp()) * 1000 as now
    `.execute(read)
    const received = performance.now()
    const measured = Number(rows[0]!.now) - (sent + received) / 2
    // A difference within the error of a slow round trip is not news.
    if (!(Math.abs(measured - offset) <= (received - sent) / 2)) offset = measured
    const seconds = Math.round((systemClock.now() - now()) / 1000)
    const wasFarOff = isFarOff
    isFarOff = Math.abs(seconds) * 1000 > FAR_OFF_MS
    if (isFarOff && !wasFarOff) {
      log.warn(
        { seconds },
        "this machine's clock differs from PostgreSQL's; using PostgreSQL's time. Correct the clock",
      )
    }
  }

  await measure()
  onWrite(() => {
    isStale = true
  })
  const timer = setInterval(() => {
    const elapsed = performance.now() - measuredAt
    const hasJumped = Math.abs(systemClock.now() - performance.now() - ownOffset) > JUMP_MS
    if (!isStale && !hasJumped && elapsed < MEASURE_AT_REST_MS) return
    measure().catch((error) => {
      isStale = true
      log.debug({ err: error }, "could not read PostgreSQL's time")
    })
  }, MEASURE_EVERY_MS)
  return { now, stop: () => clearInterval(timer) }
}
