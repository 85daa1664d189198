import type { Client } from 'pg'
import { checkIsPrimary, findPrimary, hostUrls } from '../database/postgres-hosts.ts'
import type { Logger } from '../log.ts'
import { type ChangingLeadership, createChangingLeadership } from './changing-leadership.ts'
import type { Nodes, ProductName } from './nodes.ts'
import { PRESENCE_LOCK } from './presence-lock.ts'

/** The data is served by others in a way that leaves no room for this server: shown as its message. */
export class NodeRefused extends Error {}

/** Any numbers, the same in all our processes: locks of PostgreSQL that belong to nobody else. */
const leaderLocks: Record<ProductName, number> = { chat: 5_220_119, telephony: 5_220_120 }

/** A server that was killed a moment ago is let go of by PostgreSQL within this time. */
const PATIENCE_MS = 5000
const PULSE_MS = 1000
/** Whoever does not give a sign for so long loses its locks to the others; they may have been lost a little before. */
const SILENCE_MS = 10_000
const TRUST_MS = 8000

/**
 * One connection to PostgreSQL stands for this server. Its locks say that the server is there, and whether it is
 * the leader of a product; they end with the connection, whether the server stops, dies, hangs or is cut off.
 */
export async function joinNodes(url: string, shared: boolean, log: Logger): Promise<Nodes> {
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
  let lastSign = Number.NEGATIVE_INFINITY
  let left = false

  async function enter() {
    const entering = await connect(url)
    try {
      await takePlace(entering, shared, () => left)
    } catch (error) {
      await entering.end().catch(() => {})
      throw error
    }
    entering.on('error', () => lose(entering))
    entering.on('end', () => lose(entering))
    client = entering
    lastSign = performance.now()
  }

  function lose(lost: Client) {
    if (client !== lost) return
    client = undefined
    resign()
    if (!left) log.warn('the connection that keeps this place among the servers was lost; taking it again')
  }

  async function pulse() {
    if (!client) await enter()
    for (const [name, leadership] of Object.entries(leaderships)) {
      const held = leadership.isLeader
      // Asking again for a lock that is held would count it twice.
      const { rows } = await client!.query(
        held
          ? 'select true as ours'
          : `select pg_try_advisory_lock(${leaderLocks[name as ProductName]}) as ours`,
      )
      lastSign = performance.now()
      if (client) leadership.change(rows[0].ours)
    }
  }

  await enter()
  await pulse()
  let beating = Promise.resolve()
  let isBeating = false
  const timer = setInterval(() => {
    if (performance.now() - lastSign > TRUST_MS) resign()
    if (isBeating) return
    isBeating = true
    beating = pulse()
      .catch((error) => {
        if (error instanceof NodeRefused) refuse(error)
        else log.debug({ err: error }, 'no sign could be given to the other servers; trying again')
        // It may be half dead: a new connection is sure to be asked and answered.
        const silent = client
        if (silent) lose(silent)
        void silent?.end().catch(() => {})
      })
      .finally(() => {
        isBeating = false
      })
  }, PULSE_MS)

  return {
    leaderships,
    refused,
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
  // Loaded when it is wanted: many a start has SQLite.
  const { Client } = await import('pg')
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    // A server that hangs, or is cut off, does not ask any more: PostgreSQL then ends its connection.
    options: `-c idle_session_timeout=${SILENCE_MS}`,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** With Redis any number may be there; without it, only one. */
async function takePlace(client: Client, shared: boolean, isOver: () => boolean): Promise<void> {
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  for (const until = performance.now() + PATIENCE_MS; ; ) {
    const { rows } = await client.query(`select ${lock}(${PRESENCE_LOCK}) as ours`)
    if (rows[0].ours || isOver()) return
    if (performance.now() > until) break
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new NodeRefused(
    shared
      ? 'Another server uses this database without Redis. Give it the same REDIS_URL, or stop it.'
      : 'Another server uses this database. Several servers need a Redis by which they hear of each other: set REDIS_URL for each of them.',
  )
}
