import type { PostgresPool } from 'kysely'
import { type ClientConfig, Pool, type PoolClient } from 'pg'
import type { Logger } from '../log.ts'
import { sessionOptions } from './postgres-session.ts'
import { type PostgresWatch, watchPostgres } from './postgres-watch.ts'
import { WatchedClient } from './watched-client.ts'

const CONNECTIONS = 10

/** A pool of connections to one PostgreSQL server, with a watch that detects lost ones. */
export interface WatchedPool extends PostgresPool, Omit<PostgresWatch, 'stop'> {
  connect(): Promise<PoolClient>
  /** how many queries wait for a connection */
  readonly waitingCount: number
  /** Kysely ends the pool, if it has ever used it; the watch must be stopped separately. */
  stopWatching(): Promise<void>
}

/** Each product has its own schema; every connection uses only that one. */
export function openPool(url: string, schema: string, log: Logger): WatchedPool {
  const config: ClientConfig = {
    connectionString: url,
    options: sessionOptions(schema),
    // See postgres-deferred-writes.ts.
    pipeline: true,
  }
  const clients = new Set<WatchedClient>()
  class PooledClient extends WatchedClient {
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
    connect: () => pool.connect(),
    openProbe: () => new WatchedClient(config),
    lost: (error) => log.warn({ err: error }, 'PostgreSQL does not answer; refusing requests until it does'),
    found: () => log.info('PostgreSQL answers again'),
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
