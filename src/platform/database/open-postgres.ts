import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, types } from 'pg'
import { EVENTS } from '../events/event-store.ts'
import type { CommitListener, Database, With } from './database.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import { NamedStatementClient } from './named-statement-client.ts'
import { openReplicas } from './open-replicas.ts'
import { poolOfPrimary } from './pool-of-primary.ts'
import { deferOnPostgres, sendDeferredFirst } from './postgres-deferred-writes.ts'
import { hostUrls } from './postgres-hosts.ts'
import { reachPostgres } from './reach-postgres.ts'
import { type Begun, untilNoDeadlock } from './run-batch.ts'
import { createWriteLane, type WriteLane } from './write-lane.ts'

// int8 would arrive as text. Our ids and times stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number)

/** Each product has a schema of its own; every connection looks only there. */
export async function openPostgres<Tables>(
  { url, replicaUrls }: { url: string; replicaUrls: readonly string[] | undefined },
  schema: string,
  log: (error: Error) => void,
): Promise<Database<Tables>> {
  await reachPostgres(url)
  // Our questions are short, and compiling one takes longer than answering it.
  const options = `-c search_path=${schema} -c jit=off`
  const openPool = (connectionString: string) => {
    // Pipelined: see postgres-deferred-writes.ts.
    const pool = new Pool({
      connectionString,
      max: 10,
      options,
      pipeline: true,
      Client: NamedStatementClient,
    })
    // An idle connection that the server closes is replaced by the pool; it must not end the process.
    pool.on('error', log)
    // A connection that breaks while it is in use fails its statements. Without a listener it would end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const pool = poolOfPrimary(hostUrls(url).map(openPool))
  const db = new Kysely<With<Tables>>({
    dialect: new PostgresDialect({ pool, onCreateConnection: sendDeferredFirst }),
  })
  const replicas = replicaUrls && openReplicas<Tables>(replicaUrls, schema, log)
  const lanes = new Map<number, WriteLane<Tables>>()
  const listeners: CommitListener[] = []
  const committed: CommitListener = (jobs, seconds) => {
    for (const listener of listeners) listener(jobs, seconds)
  }
  return {
    engine: 'postgres',
    read: db,
    history: (tenant, position, work) =>
      replicas ? replicas.ask(tenant, position, work, () => work(db)) : work(db),
    // Readers deadlock only with a migration.
    snapshot: (work) =>
      untilNoDeadlock(() =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((transaction) => work(transaction)),
      ),
    // A lane per tenant: a batch holds the counters of one tenant only, so two nodes cannot deadlock.
    write(tenant, job) {
      let lane = lanes.get(tenant)
      if (!lane) {
        lane = createWriteLane<Tables>(db, {
          begin,
          defer: deferOnPostgres,
          committed,
          // Of tenants; what belongs to none has no log.
          ...(tenant > 0 && { firstCounter: { tenant, name: EVENTS } }),
        })
        lanes.set(tenant, lane)
      }
      return lane(job)
    },
    onCommit: (listener) => void listeners.push(listener),
    get waiting() {
      return pool.waitingCount
    },
    async close() {
      await replicas?.close()
      await db.destroy()
    },
  }
}

/**
 * Goes with the first statement, in one round trip. Another server may have moved the counters, and only a look at their
 * rows locks them.
 */
// biome-ignore lint/suspicious/noExplicitAny: handles of all products
async function begin(connection: Kysely<any>, deferred: DeferredWrites | undefined): Promise<Begun> {
  if (deferred) deferred.push('begin', [])
  else await sql`begin`.execute(connection)
  return { isAlone: false }
}
