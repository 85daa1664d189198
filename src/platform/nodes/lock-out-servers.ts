import { connectToPrimary } from '../database/postgres/connect-to-primary.ts'
import { holdTransaction, isPooledByTransaction } from '../database/postgres/transaction-pooler.ts'
import { PRESENCE_LOCK } from './presence-lock.ts'

/** PostgreSQL releases the locks of a killed server within this time. */
const TIMEOUT_MS = 5000
const RETRY_AFTER_MS = 100

export interface Lockout {
  /** Throws when the connection that holds the lock was lost, since servers may have started. */
  check(): void
  end(): Promise<void>
}

/** Keeps servers from using a PostgreSQL database. Returns undefined while one uses it. Throws DatabaseUnavailable. */
export async function lockOutServers(url: string): Promise<Lockout | undefined> {
  const primary = await connectToPrimary(url)
  const { client } = primary
  const isPooled = isPooledByTransaction(url)
  if (isPooled) await holdTransaction(client, 0)
  const lock = isPooled ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_lock'
  for (const until = performance.now() + TIMEOUT_MS; ; ) {
    const { rows } = await client.query(`select ${lock}(${PRESENCE_LOCK}) as ours`)
    if (rows[0].ours) break
    if (performance.now() > until) {
      await client.end()
      return undefined
    }
    await new Promise((next) => setTimeout(next, RETRY_AFTER_MS))
  }
  return {
    check() {
      if (primary.lost) throw primary.lost
    },
    end: () => client.end().catch(() => {}),
  }
}
