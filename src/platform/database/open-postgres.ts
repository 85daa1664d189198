import { Kysely, PostgresDialect, sql } from 'kysely'
import { types } from 'pg'
import { EVENTS } from '../events/event-store.ts'
import type { Logger } from '../log.ts'
import type { AnyHandle } from './any-handle.ts'
import type { CommitListener, Database, With } from './database.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import { openPool } from './open-pool.ts'
import { openReplicas } from './open-replicas.ts'
import { poolOfPrimary } from './pool-of-primary.ts'
import { deferOnPostgres, sendDeferredFirst } from './postgres-deferred-writes.ts'
import { hostUrls } from './postgres-hosts.ts'
import { BATCH_IDLE_MS } from './postgres-session.ts'
import { reachPostgres } from './reach-postgres.ts'
import { type Begun, untilNoDeadlock } from './run-batch.ts'
import { createUnfinishedWrites } from './unfinished-writes.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'

// pg returns int8 as text by default. Our ids and times stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number)

/** After a batch has failed for good, this node counts as unable to write for this long, or until a batch succeeds. */
const UNABLE_MS = 5000

export async function openPostgres<Tables>(
  { url, replicaUrls }: { url: string; replicaUrls: readonly string[] | undefined },
  schema: string,
  log: Logger,
): Promise<Database<Tables>> {
  await reachPostgres(url)
  const pool = poolOfPrimary(hostUrls(url).map((host) => openPool(host, schema, log)))
  const db = new Kysely<With<Tables>>({
    dialect: new PostgresDialect({ pool, onCreateConnection: sendDeferredFirst }),
  })
  const replicas = replicaUrls && openReplicas<Tables>(replicaUrls, schema, log)
  const queues = new Map<number, WriteQueue<Tables>>()
  const listeners: CommitListener[] = []
  const unfinished = createUnfinishedWrites()
  let gaveUpAt = Number.NEGATIVE_INFINITY
  const committed: CommitListener = (jobs, seconds) => {
    gaveUpAt = Number.NEGATIVE_INFINITY
    for (const listener of listeners) listener(jobs, seconds)
  }
  return {
    engine: 'postgres',
    read: db,
    history: (tenant, position, work) =>
      replicas ? replicas.read(tenant, position, work, () => work(db)) : work(db),
    // Readers can deadlock only with a migration.
    snapshot: (work) =>
      untilNoDeadlock(() =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((transaction) => work(transaction)),
      ),
    // One write queue per tenant: a batch locks the counters of one tenant only, so two nodes cannot deadlock.
    write(tenant, job) {
      let queue = queues.get(tenant)
      if (!queue) {
        queue = createWriteQueue<Tables>(db, {
          begin: tenant > 0 ? beginOfTenant : begin,
          defer: deferOnPostgres,
          committed,
          gaveUp: () => {
            gaveUpAt = performance.now()
          },
          // Only tenants have an event log.
          ...(tenant > 0 && { firstCounter: { tenant, name: EVENTS } }),
        })
        queues.set(tenant, queue)
      }
      return unfinished.track(queue(job))
    },
    onCommit: (listener) => void listeners.push(listener),
    get waiting() {
      return pool.waitingCount
    },
    get oldestWriteSeconds() {
      return unfinished.seconds
    },
    link: {
      get isUp() {
        return pool.isReachable && performance.now() - gaveUpAt > UNABLE_MS
      },
      get destroyed() {
        return pool.destroyed
      },
      onLost: pool.onLost,
    },
    async close() {
      await replicas?.close()
      await pool.stopWatching()
      await db.destroy()
    },
  }
}

/**
 * Sent together with the first statement, in one round trip. Another server may have changed the counters; reading
 * their rows locks them.
 */
const beginWith =
  (...statements: string[]) =>
  async (connection: AnyHandle, deferred: DeferredWrites | undefined): Promise<Begun> => {
    for (const statement of statements) {
      if (deferred) deferred.push(statement, [])
      else await sql.raw(statement).execute(connection)
    }
    return { isAlone: false }
  }

const begin = beginWith('begin')
/** Other nodes wait for a tenant's counters: PostgreSQL ends the transaction of a node that stalls. */
const beginOfTenant = beginWith('begin', `set local idle_in_transaction_session_timeout = ${BATCH_IDLE_MS}`)
