import type { PoolClient } from 'pg'
import { checkIsPrimary, findPrimary } from './postgres-hosts.ts'

/** What we use of a pool, of one host or of several. */
export interface ConnectionPool {
  connect(): Promise<PoolClient>
  readonly waitingCount: number
  end(): Promise<void>
}

/**
 * Connections to the one host, of those that have these pools, that accepts writes. When it fails, the others are asked:
 * a standby that was promoted takes over.
 */
export function poolOfPrimary(pools: readonly ConnectionPool[]): ConnectionPool {
  if (pools.length === 1) return pools[0]!
  const checked = new WeakSet<PoolClient>()
  let current = 0
  async function connectTo(host: number): Promise<PoolClient> {
    const client = await pools[host]!.connect()
    if (checked.has(client)) return client
    try {
      await checkIsPrimary(client)
    } catch (error) {
      client.release(true)
      throw error
    }
    checked.add(client)
    return client
  }
  return {
    async connect() {
      const { host, connection } = await findPrimary(pools.length, current, connectTo)
      current = host
      return connection
    },
    get waitingCount() {
      return pools.reduce((sum, pool) => sum + pool.waitingCount, 0)
    },
    async end() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
