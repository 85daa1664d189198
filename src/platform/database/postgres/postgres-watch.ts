import type { PoolClient } from 'pg'
import { isConnectionLost } from '../batches/connection-lost.ts'
import type { WatchedClient } from './watched-client.ts'

const TICK_MS = 200
/**
 * After this many ticks without a response PostgreSQL counts as unreachable, or a connection as suspect: requests fail
 * within 2 s.
 */
const SILENT_TICKS = 6
/** The pause between two probes while no connection of the pool is in use. */
const REST_MS = 1000
/** A busy machine may need this long to start the process that serves a new connection. */
const OPENING_TICKS = 25

/** Whether PostgreSQL responds, and what to do when it does not. */
export interface PostgresWatch {
  readonly isReachable: boolean
  /** connections that were destroyed because nothing arrived on them */
  readonly destroyed: number
  /** Called each time PostgreSQL stops responding. */
  onLost(listener: () => void): void
  /** A connection from the pool. Rejects as soon as PostgreSQL is known to be unreachable. */
  connect(): Promise<PoolClient>
  stop(): Promise<void>
}

interface Watched {
  /** every connection of the pool, in any state */
  readonly clients: ReadonlySet<WatchedClient>
  /** No connection is in use, and nobody waits for one. */
  isIdle(): boolean
  connect(): Promise<PoolClient>
  /** A connection outside the pool, not yet connected. */
  openProbe(): WatchedClient
  lost(error: unknown): void
  found(): void
}

/**
 * Probes PostgreSQL several times a second over its own connection, and once a second while nothing is to be done.
 * Without a response, destroys every connection: their statements fail now instead of when TCP gives up. While
 * PostgreSQL responds, long statements are left alone: PostgreSQL says whether it works on the statement of a silent
 * connection, or never received it.
 */
export function watchPostgres({ clients, isIdle, connect, openProbe, lost, found }: Watched): PostgresWatch {
  const listeners: (() => void)[] = []
  const waiting = new Set<(error: Error) => void>()
  let probe: WatchedClient | undefined
  let checking: Promise<void> | undefined
  let isReachable = true
  let isStopped = false
  let destroyed = 0
  let bytesRead = 0
  let silentTicks = 0
  let isResting = false

  /** Whether any connection has received bytes since the last check. */
  function hasReceived(): boolean {
    const before = bytesRead
    bytesRead = 0
    for (const client of clients) bytesRead += client.bytesRead
    return bytesRead > before
  }

  function destroy(client: WatchedClient) {
    destroyed += 1
    client.destroy()
  }

  function lose(error: unknown) {
    if (!isReachable) return
    isReachable = false
    lost(error)
    for (const client of clients) destroy(client)
    for (const reject of waiting) reject(unreachable())
    waiting.clear()
    for (const listener of listeners) listener()
  }

  async function check() {
    try {
      if (!probe) {
        probe = openProbe()
        await probe.connect()
        await probe.findBackend()
      }
      // Behind a pooler nobody knows what a connection waits for: while PostgreSQL responds, it is left alone.
      const silent = [...clients].filter(
        (client) => client.tick() >= maxTicks(client) && client.backend !== 'changing',
      )
      const working = await findWorking(probe, silent)
      if (!isReachable) found()
      isReachable = true
      // Their responses may have arrived together with this one.
      if (silent.length > 0) await new Promise((next) => setImmediate(next))
      for (const client of silent) {
        if (!working.has(client.backend) && client.tick() > maxTicks(client)) destroy(client)
      }
    } catch (error) {
      probe?.destroy()
      probe = undefined
      if (!isStopped && !isResponse(error)) lose(error)
    }
  }

  function tick() {
    const hasRested = isResting
    silentTicks = hasReceived() || !checking ? 0 : silentTicks + 1
    if (!checking && (hasRested || !isReachable || !isIdle())) {
      checking = check().finally(() => {
        checking = undefined
      })
    } else if (checking && probe && (silentTicks >= maxTicks(probe) || probe.tick() >= OPENING_TICKS)) {
      probe.destroy()
    }
    rest(!checking)
  }

  let timer: NodeJS.Timeout | undefined
  function rest(isLong: boolean) {
    isResting = isLong
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(tick, isLong ? REST_MS : TICK_MS).unref()
  }
  rest(false)

  return {
    get isReachable() {
      return isReachable
    },
    get destroyed() {
      return destroyed
    },
    onLost: (listener) => void listeners.push(listener),
    connect() {
      if (!isReachable) return Promise.reject(unreachable())
      if (isResting) rest(false)
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        connect().then(
          (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
          (error) => waiting.delete(reject) && reject(error),
        )
      })
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (checking) probe?.destroy()
      await checking
      if (probe) await endQuickly(probe)
    },
  }
}

const maxTicks = ({ backend }: WatchedClient) => (backend === undefined ? OPENING_TICKS : SILENT_TICKS)

const END_TIMEOUT_MS = 1000

/** Closes cleanly, but does not wait for a PostgreSQL that does not respond. */
async function endQuickly(client: WatchedClient): Promise<void> {
  const timer = setTimeout(() => client.destroy(), END_TIMEOUT_MS)
  await client.end().catch(() => {})
  clearTimeout(timer)
}

/** 08006, connection failure: the response will be a 503. */
const unreachable = () => Object.assign(new Error('PostgreSQL does not respond'), { code: '08006' })

/** A rejection comes from a running PostgreSQL: it may have too many connections. */
const isResponse = (error: unknown) => 'severity' in (error as Error) && !isConnectionLost(error)

/** The backends that are running a statement. Without clients to look for, it is only a probe. */
async function findWorking(
  probe: WatchedClient,
  clients: readonly WatchedClient[],
): Promise<Set<WatchedClient['backend']>> {
  if (clients.length === 0) {
    await probe.ping()
    return new Set()
  }
  const { rows } = await probe.query(
    `select pid from pg_stat_activity where pid = any($1) and state = 'active'`,
    [clients.flatMap(({ backend }) => backend ?? [])],
  )
  return new Set(rows.map(({ pid }: { pid: number }) => pid))
}
