import type { PostgresPool } from 'kysely'
import { type ClientConfig, Pool, type PoolClient } from 'pg'
import type { Logger } from '../log.ts'
import { sessionOptions } from './postgres-session.ts'
import { type PostgresWatch, watchPostgres } from './postgres-watch.ts'
import { WatchedClient } from './watched-client.ts'

const CONNECTIONS = 10

/** Connections to one PostgreSQL, with a watch over them. */
export interface WatchedPool extends PostgresPool, Omit<PostgresWatch, 'stop'> {
  connect(): Promise<PoolClient>
  /** how many wait for a connection */
  readonly waitingCount: number
  /** Kysely ends the pool, if it has ever used it; the watch is stopped apart from it. */
  stopWatching(): Promise<void>
}

/** Each product has a schema of its own; every connection looks only there. */
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
  // An idle connection that PostgreSQL closes is replaced by the pool; it must not end the process.
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
