import { Kysely, PostgresDialect } from 'kysely'
import { readHead } from '../events/event-store.ts'
import type { Logger } from '../log.ts'
import type { Handle, With } from './database.ts'
import { openPool, type WatchedPool } from './open-pool.ts'

/** One that failed is left alone for so long. */
const PAUSE_MS = 5000

/** Copies of the database that follow it, a moment behind. */
export interface Replicas<Tables> {
  /** Asks a copy that has got as far as this position of the tenant's log, or `otherwise` the database itself. */
  ask<T>(
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
  /** how far it was known to have got, by tenant */
  readonly heads: Map<number, number>
  awayUntil: number
}

/** Tenants of which it is remembered how far a copy has got. */
const HEADS_KEPT = 10_000

export function openReplicas<Tables>(urls: readonly string[], schema: string, log: Logger): Replicas<Tables> {
  const replicas = urls.map((url) => openReplica<Tables>(url, schema, log))
  let turn = 0

  /** Their logs say how far they have got: the message and its event were committed together. */
  async function hasReached(replica: Replica<Tables>, tenant: number, position: number): Promise<boolean> {
    if ((replica.heads.get(tenant) ?? -1) >= position) return true
    const head = await readHead(replica.db, tenant)
    if (replica.heads.size >= HEADS_KEPT) replica.heads.clear()
    replica.heads.set(tenant, head)
    return head >= position
  }

  return {
    async ask(tenant, position, work, otherwise) {
      turn += 1
      const replica = replicas[turn % replicas.length]!
      if (replica.awayUntil > performance.now()) return otherwise()
      try {
        if (await hasReached(replica, tenant, position)) return await work(replica.db)
      } catch (error) {
        log.warn({ err: error }, 'a replica could not be asked')
        replica.awayUntil = performance.now() + PAUSE_MS
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
    awayUntil: Number.NEGATIVE_INFINITY,
  }
}
