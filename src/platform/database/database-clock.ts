import { sql } from 'kysely'
import { type Clock, systemClock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { Database } from './database.ts'

const MEASURE_EVERY_MS = 10_000
/** A machine whose clock is so far off is worth a line in the log. */
const FAR_OFF_MS = 30_000

export interface DatabaseClock extends Clock {
  stop(): void
}

/**
 * The time of PostgreSQL, for all nodes: whether a queue has expired or a message is due does not depend on the clock of
 * the machine that looks. Between two measurements it is carried on by a clock that cannot be set.
 */
export async function followDatabaseClock<Tables>(
  { read }: Database<Tables>,
  log: Logger,
): Promise<DatabaseClock> {
  /** from the clock that cannot be set to PostgreSQL's */
  let offset = Number.NaN
  let isFarOff = false
  const now = () => Math.floor(performance.now() + offset)

  async function measure() {
    const asked = performance.now()
    const { rows } = await sql<{ now: string }>`
      select extract(epoch from clock_timestamp()) * 1000 as now
    `.execute(read)
    const answered = performance.now()
    const measured = Number(rows[0]!.now) - (asked + answered) / 2
    // What lies within the uncertainty of a slow answer is no news.
    if (!(Math.abs(measured - offset) <= (answered - asked) / 2)) offset = measured
    const seconds = Math.round((systemClock.now() - now()) / 1000)
    const wasFarOff = isFarOff
    isFarOff = Math.abs(seconds) * 1000 > FAR_OFF_MS
    if (isFarOff && !wasFarOff) {
      log.warn(
        { seconds },
        "the clock of this machine differs from PostgreSQL's, which is used instead: correct it",
      )
    }
  }

  await measure()
  const timer = setInterval(() => {
    measure().catch((error) => log.debug({ err: error }, 'the time of PostgreSQL could not be read'))
  }, MEASURE_EVERY_MS)
  return { now, stop: () => clearInterval(timer) }
}
