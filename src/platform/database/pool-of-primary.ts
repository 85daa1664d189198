import type { PoolClient } from 'pg'
import type { WatchedPool } from './open-pool.ts'
import { checkIsPrimary, findPrimary } from './postgres-hosts.ts'

/** Connects to the host that accepts writes. When it fails, tries the others: a promoted standby takes over. */
export function poolOfPrimary(pools: readonly WatchedPool[]): WatchedPool {
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
    get isReachable() {
      return pools.some((pool) => pool.isReachable)
    },
    get destroyed() {
      return pools.reduce((sum, pool) => sum + pool.destroyed, 0)
    },
    // A promoted standby has none of the open transactions either: everything starts over.
    onLost(listener) {
      for (const [host, pool] of pools.entries()) pool.onLost(() => host === current && listener())
    },
    async stopWatching() {
      await Promise.all(pools.map((pool) => pool.stopWatching()))
    },
    async end() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
