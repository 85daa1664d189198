import { hostname } from 'node:os'
import type { Client } from 'pg'
import { pingPostgres } from '../database/postgres/ping-postgres.ts'
import { checkIsPrimary, findPrimary, hostUrls } from '../database/postgres/postgres-hosts.ts'
import { holdTransaction, isPooledByTransaction } from '../database/postgres/transaction-pooler.ts'
import { WRITES_CHANNEL, type WriteWatch } from '../database/write-watch.ts'
import type { Logger } from '../logging/log.ts'
import { VERSION } from '../program.ts'
import type { Leadership } from './leadership.ts'
import { nodeName } from './node-name.ts'
import type { Nodes, ProductName } from './nodes.ts'
import { leaderLocks, PRESENCE_LOCK } from './presence-lock.ts'

/** Other servers use the data in a way that excludes this one: shown as its message, without a stack. */
export class NodeRefused extends Error {}

/** PostgreSQL releases the locks of a killed server within this time. */
const TIMEOUT_MS = 5000
const HEARTBEAT_MS = 1000
/** A server without a heartbeat for this long loses its locks. It stops trusting them a little earlier. */
const IDLE_MS = 10_000
const TRUST_LOCKS_MS = 8000

/**
 * One connection to PostgreSQL represents this server. Its locks show that the server is up, and whether it is the
 * leader of a product. They end with the connection, whether the server stops, dies, hangs or is cut off. The connection
 * also notes in `writes` that another process has written: commands notify a single server. Several servers do not
 * notify each other here, since commits that notify wait for each other; instead, their heartbeats compare snapshots.
 *
 * Through a pooler in transaction mode, a transaction that stays open keeps the connection to PostgreSQL. It has no
 * snapshot between heartbeats, so it holds up no vacuum. It cannot listen: also a single server compares snapshots.
 */
export async function joinNodes(
  url: string,
  shared: boolean,
  log: Logger,
  writes: WriteWatch,
): Promise<Nodes> {
  const leaderships: Record<ProductName, ChangingLeadership> = {
    chat: createChangingLeadership(),
    telephony: createChangingLeadership(),
  }
  const resign = () => {
    for (const leadership of Object.values(leaderships)) leadership.change(false)
  }
  let refuse!: (error: NodeRefused) => void
  const refused = new Promise<Error>((resolve) => {
    refuse = resolve
  })
  let client: Client | undefined
  let backend: number | undefined
  let lastBeat = Number.NEGATIVE_INFINITY
  let left = false
  const isPooled = isPooledByTransaction(url)
  const listens = !shared && !isPooled
  const kind = isPooled ? 'xact_lock' : 'lock'
  /** which transactions were committed at the last heartbeat */
  let snapshot: string | undefined

  async function join() {
    const joining = await connect(url)
    try {
      if (isPooled) await holdTransaction(joining, IDLE_MS)
      await lockPresence(joining, `pg_try_advisory_${kind}${shared ? '_shared' : ''}`, shared, () => left)
      if (listens) await joining.query(`listen ${WRITES_CHANNEL}`)
      const { rows } = await joining.query('select pg_backend_pid() as pid')
      backend = rows[0].pid
    } catch (error) {
      await joining.end().catch(() => {})
      throw error
    }
    joining.on('error', () => lose(joining))
    joining.on('end', () => lose(joining))
    joining.on('notification', () => writes.note())
    client = joining
    lastBeat = performance.now()
    // What it has missed without a connection.
    writes.note()
  }

  function lose(lost: Client) {
    if (client !== lost) return
    client = undefined
    resign()
    if (!left) log.warn("lost the connection that holds this node's locks; reconnecting")
  }

  async function beat() {
    if (!client) await join()
    const { chat, telephony } = leaderships
    if (listens && chat.isLeader && telephony.isLeader) {
      await pingPostgres(client!)
      lastBeat = performance.now()
      return
    }
    // Taking a lock that we hold would count it twice.
    const lockOf = (name: ProductName) =>
      leaderships[name].isLeader ? 'true' : `pg_try_advisory_${kind}(${leaderLocks[name]})`
    const { rows } = await client!.query(
      `select ${lockOf('chat')} as chat, ${lockOf('telephony')} as telephony, pg_current_snapshot()::text as snapshot`,
    )
    lastBeat = performance.now()
    if (!client) return
    chat.change(rows[0].chat)
    telephony.change(rows[0].telephony)
    if (rows[0].snapshot === snapshot) return
    snapshot = rows[0].snapshot
    writes.note()
  }

  await join()
  await beat()
  let beating = Promise.resolve()
  let isBeating = false
  const timer = setInterval(() => {
    if (performance.now() - lastBeat > TRUST_LOCKS_MS) resign()
    if (isBeating) return
    isBeating = true
    beating = beat()
      .catch((error) => {
        if (error instanceof NodeRefused) refuse(error)
        else log.debug({ err: error }, 'the heartbeat failed; trying again')
        // Without it nobody knows what others write.
        writes.note()
        // The connection may be half dead: open a new one.
        const stalled = client
        if (stalled) lose(stalled)
        void stalled?.end().catch(() => {})
      })
      .finally(() => {
        isBeating = false
      })
  }, HEARTBEAT_MS)

  return {
    leaderships,
    refused,
    get backend() {
      return backend
    },
    async leave() {
      left = true
      clearInterval(timer)
      resign()
      const leaving = client
      client = undefined
      await leaving?.end().catch(() => {})
      await beating
    },
  }
}

async function connect(url: string): Promise<Client> {
  const urls = hostUrls(url)
  const { connection } = await findPrimary(urls.length, 0, async (host) => {
    const client = await connectTo(urls[host]!)
    try {
      if (urls.length > 1) await checkIsPrimary(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  })
  return connection
}

async function connectTo(url: string): Promise<Client> {
  // Loaded on demand: servers on SQLite do not need it.
  const { Client } = await import('pg')
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: nodeName({ version: VERSION, host: hostname() }),
    // PostgreSQL closes the connection of a server that hangs or is cut off.
    ...(!isPooledByTransaction(url) && { options: `-c idle_session_timeout=${IDLE_MS}` }),
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** With Redis any number of servers may share the data; without it, only one. */
async function lockPresence(
  client: Client,
  lock: string,
  shared: boolean,
  isOver: () => boolean,
): Promise<void> {
  for (const until = performance.now() + TIMEOUT_MS; ; ) {
    const { rows } = await client.query(`select ${lock}(${PRESENCE_LOCK}) as ours`)
    if (rows[0].ours || isOver()) return
    if (performance.now() > until) break
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new NodeRefused(
    shared
      ? 'Another server uses this database without Redis. Give it the same REDIS_URL, or stop it.'
      : 'Another server uses this database. Several servers need Redis to notify each other: set REDIS_URL for each of them.',
  )
}

/** Leadership that is gained and lost. */
interface ChangingLeadership extends Leadership {
  change(isLeader: boolean): void
}

function createChangingLeadership(): ChangingLeadership {
  let isLeader = false
  const holders: { begin: () => void; end: () => void }[] = []
  return {
    get isLeader() {
      return isLeader
    },
    whileLeader(begin, end) {
      holders.push({ begin, end })
      if (isLeader) begin()
    },
    change(next) {
      if (next === isLeader) return
      isLeader = next
      for (const { begin, end } of holders) (isLeader ? begin : end)()
    },
  }
}
