import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import { type ClientConfig, Pool, type PoolClient, types } from 'pg'
import type { Logger } from '../../logging/log.ts'
import type { AnyHandle } from '../any-handle.ts'
import type { DeferredWrites } from '../batches/deferred-writes.ts'
import { type Begun, untilNoDeadlock } from '../batches/run-batch.ts'
import { createUnfinishedWrites } from '../batches/unfinished-writes.ts'
import { createWriteQueue, type WriteQueue } from '../batches/write-queue.ts'
import type { CommitListener, Database, Handle, With } from '../database.ts'
import { EVENTS, readHead } from '../log-head-store.ts'
import { logSlowQueries, type SlowQueryLog } from '../log-slow-queries.ts'
import { WRITES_CHANNEL, WriteWatch } from '../write-watch.ts'
import { deferOnPostgres, sendDeferredFirst } from './postgres-deferred-writes.ts'
import { checkIsPrimary, findPrimary, hostUrls } from './postgres-hosts.ts'
import { BATCH_IDLE_MS, sessionOptions } from './postgres-session.ts'
import { type PostgresWatch, watchPostgres } from './postgres-watch.ts'
import { reachPostgres } from './reach-postgres.ts'
import { transactionClient } from './transaction-client.ts'
import { isPooledByTransaction } from './transaction-pooler.ts'
import { WatchedClient } from './watched-client.ts'

const CONNECTIONS = 10

/** How long to avoid a replica that failed. */
const PAUSE_MS = 5000

/** Keep positions for this many tenants. */
const MAX_HEADS = 10_000

// pg returns int8 as text by default. Our ids and times stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number)

/** After a batch has failed for good, this node counts as unable to write for this long, or until a batch succeeds. */
const UNABLE_MS = 5000

/** How often a process that nobody notifies counts as notified. */
const NOTE_EVERY_MS = 1000

interface PostgresPlace {
  url: string
  replicaUrls: readonly string[] | undefined
  slowQueryMs?: number | undefined
}

/** `foreignWrites`: what this server learns of other processes. A command has none, and notifies the server instead. */
export async function openPostgres<Tables>(
  { url, replicaUrls, slowQueryMs }: PostgresPlace,
  schema: string,
  log: Logger,
  foreignWrites?: WriteWatch,
): Promise<Database<Tables>> {
  await reachPostgres(url)
  const writes = new WriteWatch()
  foreignWrites?.onWrite(() => writes.note())
  const noting = foreignWrites ? undefined : setInterval(() => writes.note(), NOTE_EVERY_MS)
  const { begin, beginOfTenant } = foreignWrites ? beginAsServer : beginAsCommand
  const pool = poolOfPrimary(hostUrls(url).map((host) => openPool(host, schema, log)))
  const slow = logSlowQueries(slowQueryMs, log, schema)
  const db = new Kysely<With<Tables>>({
    ...slow,
    dialect: new PostgresDialect({ pool, onCreateConnection: sendDeferredFirst }),
  })
  const replicas = replicaUrls && openReplicas<Tables>(replicaUrls, schema, log, slow)
  const queues = new Map<number, WriteQueue<Tables>>()
  const listeners: CommitListener[] = []
  const unfinished = createUnfinishedWrites()
  let gaveUpAt = Number.NEGATIVE_INFINITY
  const committed: CommitListener = (jobs, seconds) => {
    gaveUpAt = Number.NEGATIVE_INFINITY
    writes.noteOwn()
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
    onWrite: (listener) => writes.onWrite(listener),
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
      clearInterval(noting)
      writes.stop()
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

/** Other nodes wait for a tenant's counters: PostgreSQL ends the transaction of a node that stalls. */
const endIfIdle = `set local idle_in_transaction_session_timeout = ${BATCH_IDLE_MS}`
const beginAsServer = { begin: beginWith('begin'), beginOfTenant: beginWith('begin', endIfIdle) }
/** The server is notified if and when it commits. Commands are rare: all commits that notify wait for each other. */
const notify = `notify ${WRITES_CHANNEL}`
const beginAsCommand = {
  begin: beginWith('begin', notify),
  beginOfTenant: beginWith('begin', endIfIdle, notify),
}

/** Connects to the host that accepts writes. When it fails, tries the others: a promoted standby takes over. */
function poolOfPrimary(pools: readonly WatchedPool[]): WatchedPool {
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

/** Read-only copies of the database that follow it with a short delay. */
interface Replicas<Tables> {
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

function openReplicas<Tables>(
  urls: readonly string[],
  schema: string,
  log: Logger,
  slow: SlowQueryLog,
): Replicas<Tables> {
  const replicas = urls.map((url) => openReplica<Tables>(url, schema, log, slow))
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

function openReplica<Tables>(url: string, schema: string, log: Logger, slow: SlowQueryLog): Replica<Tables> {
  const pool = openPool(url, schema, log)
  return {
    pool,
    db: new Kysely<With<Tables>>({ ...slow, dialect: new PostgresDialect({ pool }) }),
    heads: new Map(),
    avoidUntil: Number.NEGATIVE_INFINITY,
  }
}

/** A pool of connections to one PostgreSQL server, with a watch that detects lost ones. */
interface WatchedPool extends PostgresPool, Omit<PostgresWatch, 'stop'> {
  connect(): Promise<PoolClient>
  /** how many queries wait for a connection */
  readonly waitingCount: number
  /** Kysely ends the pool, if it has ever used it; the watch must be stopped separately. */
  stopWatching(): Promise<void>
}

/** Each product has its own schema; every connection uses only that one. */
function openPool(url: string, schema: string, log: Logger): WatchedPool {
  const isPooled = isPooledByTransaction(url)
  const config: ClientConfig = {
    connectionString: url,
    // A pooler refuses them.
    ...(!isPooled && { options: sessionOptions(schema) }),
    // See postgres-deferred-writes.ts.
    pipeline: true,
  }
  const clients = new Set<WatchedClient>()
  const ClientOfMode = isPooled ? transactionClient(schema) : WatchedClient
  class PooledClient extends ClientOfMode {
    constructor(own?: ClientConfig) {
      super(own)
      clients.add(this)
      this.once('end', () => clients.delete(this))
    }
  }
  const pool = new Pool({
    ...config,
    max: CONNECTIONS,
    Client: PooledClient,
    onConnect: (client) => (client as WatchedClient).findBackend(),
  })
  // The pool replaces an idle connection that PostgreSQL closes; it must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  const watch = watchPostgres({
    clients,
    isIdle: () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount,
    connect: () => pool.connect(),
    // A ping needs a connection to itself.
    openProbe: () => new WatchedClient({ ...config, pipeline: false }),
    lost: (error) => log.warn({ err: error }, 'PostgreSQL does not respond; refusing requests until it does'),
    found: () => log.info('PostgreSQL responds again'),
  })
  return {
    connect: watch.connect,
    end: () => pool.end(),
    onLost: watch.onLost,
    stopWatching: watch.stop,
    get isReachable() {
      return watch.isReachable
    },
    get destroyed() {
      return watch.destroyed
    },
    get waitingCount() {
      return pool.waitingCount
    },
  }
}
