import { Kysely, PostgresDialect } from 'kysely'
import { readHead } from '../events/event-store.ts'
import type { Logger } from '../log.ts'
import type { Handle, With } from './database.ts'
import { openPool, type WatchedPool } from './open-pool.ts'

/** How long to avoid a replica that failed. */
const PAUSE_MS = 5000

/** Read-only copies of the database that follow it with a short delay. */
export interface Replicas<Tables> {
  /** Reads from a replica that has replicated the tenant's log up to this position, or `otherwise` from the primary. */
  read<T>(
    tenant: number,
    position: number,
    work: (db: Handle<Tables>) => Promise<T>,
    otherwise: () => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

interface Replica<Tables> {
  readonly db: Handle<Tables>
  readonly pool: WatchedPool
  /** the last known position of each tenant's log */
  readonly heads: Map<number, number>
  avoidUntil: number
}

/** Keep positions for this many tenants. */
const MAX_HEADS = 10_000

export function openReplicas<Tables>(urls: readonly string[], schema: string, log: Logger): Replicas<Tables> {
  const replicas = urls.map((url) => openReplica<Tables>(url, schema, log))
  let turn = 0

  /** The replica's log shows how far it is: a message and its event are committed together. */
  async function hasReached(replica: Replica<Tables>, tenant: number, position: number): Promise<boolean> {
    if ((replica.heads.get(tenant) ?? -1) >= position) return true
    const head = await readHead(replica.db, tenant)
    if (replica.heads.size >= MAX_HEADS) replica.heads.clear()
    replica.heads.set(tenant, head)
    return head >= position
  }

  return {
    async read(tenant, position, work, otherwise) {
      turn += 1
      const replica = replicas[turn % replicas.length]!
      if (replica.avoidUntil > performance.now()) return otherwise()
      try {
        if (await hasReached(replica, tenant, position)) return await work(replica.db)
      } catch (error) {
        log.warn({ err: error }, 'could not read from a replica; using the primary')
        replica.avoidUntil = performance.now() + PAUSE_MS
      }
      return otherwise()
    },
    async close() {
      for (const { db, pool } of replicas) {
        await pool.stopWatching()
        await db.destroy()
      }
    },
  }
}

function openReplica<Tables>(url: string, schema: string, log: Logger): Replica<Tables> {
  const pool = openPool(url, schema, log)
  return {
    pool,
    db: new Kysely<With<Tables>>({ dialect: new PostgresDialect({ pool }) }),
    heads: new Map(),
    avoidUntil: Number.NEGATIVE_INFINITY,
  }
}
