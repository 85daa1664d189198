import type { PoolClient } from 'pg'
import { isConnectionLost } from './connection-lost.ts'
import type { WatchedClient } from './watched-client.ts'

const TICK_MS = 200
/** PostgreSQL is away, or a connection is suspected, after so many ticks without an answer: requests fail within 2 s. */
const SILENT_TICKS = 6
/** A busy machine takes its time to start the process that serves a new connection. */
const OPENING_TICKS = 25

/** Whether PostgreSQL answers, and what to do when it does not. */
export interface PostgresWatch {
  readonly isReachable: boolean
  /** connections that were given up because nothing came from them */
  readonly destroyed: number
  /** Called each time PostgreSQL stops answering. */
  onLost(listener: () => void): void
  /** A connection of the pool. Rejects as soon as PostgreSQL is known to be away. */
  connect(): Promise<PoolClient>
  stop(): Promise<void>
}

interface Watched {
  /** every connection of the pool, whatever its state */
  readonly clients: ReadonlySet<WatchedClient>
  connect(): Promise<PoolClient>
  /** A connection beside the pool, not yet connected. */
  openProbe(): WatchedClient
  lost(error: unknown): void
  found(): void
}

/**
 * Asks PostgreSQL several times a second over a connection of its own. When no answer comes, every connection is
 * destroyed: what waits on them fails now instead of when TCP gives up. While answers come, long statements are left
 * alone: PostgreSQL says whether it works on the statement of a silent connection, or has never heard of it.
 */
export function watchPostgres({ clients, connect, openProbe, lost, found }: Watched): PostgresWatch {
  const listeners: (() => void)[] = []
  const waiting = new Set<(error: Error) => void>()
  let probe: WatchedClient | undefined
  let asking: Promise<void> | undefined
  let isReachable = true
  let isStopped = false
  let destroyed = 0
  let bytesRead = 0
  let silentTicks = 0

  /** Whether anything has come over any connection since the last look. */
  function hears(): boolean {
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
    for (const reject of waiting) reject(away())
    waiting.clear()
    for (const listener of listeners) listener()
  }

  async function ask() {
    try {
      if (!probe) {
        probe = openProbe()
        await probe.connect()
        await probe.findBackend()
      }
      const silent = [...clients].filter((client) => client.tick() >= patience(client))
      const working = await findWorking(probe, silent)
      if (!isReachable) found()
      isReachable = true
      // What they wait for may have arrived together with the answer.
      if (silent.length > 0) await new Promise((next) => setImmediate(next))
      for (const client of silent) {
        if (!working.has(client.backend) && client.tick() > patience(client)) destroy(client)
      }
    } catch (error) {
      probe?.destroy()
      probe = undefined
      if (!isStopped && !isAnswer(error)) lose(error)
    }
  }

  const timer = setInterval(() => {
    silentTicks = hears() || !asking ? 0 : silentTicks + 1
    if (!asking) {
      asking = ask().finally(() => {
        asking = undefined
      })
    } else if (probe && (silentTicks >= patience(probe) || probe.tick() >= OPENING_TICKS)) probe.destroy()
  }, TICK_MS)
  timer.unref()

  return {
    get isReachable() {
      return isReachable
    },
    get destroyed() {
      return destroyed
    },
    onLost: (listener) => void listeners.push(listener),
    connect() {
      if (!isReachable) return Promise.reject(away())
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
      clearInterval(timer)
      if (asking) probe?.destroy()
      await asking
      if (probe) await endSoon(probe)
    },
  }
}

const patience = ({ backend }: WatchedClient) => (backend === undefined ? OPENING_TICKS : SILENT_TICKS)

const GOODBYE_MS = 1000

/** Politely, but without waiting for a PostgreSQL that does not answer. */
async function endSoon(client: WatchedClient): Promise<void> {
  const timer = setTimeout(() => client.destroy(), GOODBYE_MS)
  await client.end().catch(() => {})
  clearTimeout(timer)
}

/** 08006, connection failure: answered with 503. */
const away = () => Object.assign(new Error('PostgreSQL does not answer'), { code: '08006' })

/** A refusal comes from a PostgreSQL that is there: it may have too many connections. */
const isAnswer = (error: unknown) => 'severity' in (error as Error) && !isConnectionLost(error)

/** The backends that work on a statement. With nothing to look for it is still a question that wants an answer. */
async function findWorking(
  probe: WatchedClient,
  clients: readonly WatchedClient[],
): Promise<Set<number | undefined>> {
  if (clients.length === 0) {
    await probe.query('select 1')
    return new Set()
  }
  const { rows } = await probe.query(
    `select pid from pg_stat_activity where pid = any($1) and state = 'active'`,
    [clients.flatMap(({ backend }) => backend ?? [])],
  )
  return new Set(rows.map(({ pid }: { pid: number }) => pid))
}
