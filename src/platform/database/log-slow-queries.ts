import type { KyselyConfig } from 'kysely'
import type { Logger } from '../logging/log.ts'

export type SlowQueryLog = Pick<KyselyConfig, 'log'>

/**
 * For new Kysely(): logs statements that took at least this long, without their values, which may be messages or keys.
 * `undefined`: nothing is measured.
 */
export function logSlowQueries(milliseconds: number | undefined, log: Logger, product: string): SlowQueryLog {
  if (milliseconds === undefined) return {}
  return {
    log({ query, queryDurationMillis }) {
      if (queryDurationMillis < milliseconds) return
      log.warn({ product, ms: Math.round(queryDurationMillis), sql: query.sql }, 'slow query')
    },
  }
}
