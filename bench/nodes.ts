import { join } from 'node:path'
import { startRedis } from '../test/harness/start-redis.ts'
import { HttpConnection, requestText } from './connection.ts'
import { type CpuTime, costOf, cpuSecondsOf, describeCost, microseconds, totalOf } from './cpu-time.ts'
import { ourCrowd, type Transport } from './crowd.ts'
import { authorizationOf } from './fill-chat.ts'
import { load } from './load.ts'
import { makeCrowd } from './places.ts'
import { step } from './progress.ts'
import { createRandom } from './random.ts'
import { reportRow, reportTable } from './report.ts'
import { findStreamId, sendsOfWebApp, sendsWithCurl } from './send.ts'
import {
  makeFolder,
  type Postgres,
  pause,
  type Server,
  startSwitchboard,
  startSyncedPostgres,
} from './servers.ts'
import { judge } from './targets.ts'

const COUNTS = [1, 2, 3] as const
const usual = { seconds: 4, clients: 60, warmUpRequests: 8000 }
const smoke = { seconds: 0.1, clients: 6, warmUpRequests: 1 }
type Sizes = typeof usual
const CONNECTIONS = 48
/** enough to keep the batches of all nodes full */
const MANY_CONNECTIONS = 256
const DELIVERIES_PER_SECOND = 1200

/** Servers on one PostgreSQL and Redis. */
interface Cluster {
  nodes: readonly Server[]
  /** so far */
  cpu(): CpuTime
  stop(): Promise<void>
}

interface Measured {
  /** CPU time in microseconds of the nodes, PostgreSQL and Redis */
  cost: CpuTime
  perSecond: number
}

type Work = 'send' | 'page' | 'poll' | 'stream'
const works: Record<Work, string> = {
  send: 'send of the web app',
  page: 'newest page of 100 messages of a stream',
  poll: 'message delivered to a poll',
  stream: 'message delivered to a stream',
}

/** What do a request and a delivery cost on one, two and three nodes, which share PostgreSQL and Redis? */
export async function benchNodes(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  const postgres = await startSyncedPostgres()
  const redis = await startRedis()
  const kill = () => process.kill(redis.pid, 'SIGKILL')
  process.once('exit', kill)
  const settings = { ...postgres.settings, REDIS_URL: redis.url }
  const place = await makeCrowd(sizes.clients, settings)
  const found: Record<Work, Measured>[] = []
  const ceilings: Ceiling[] = []
  for (const count of COUNTS) {
    const cluster = await startNodes(count, settings, postgres, redis.pid)
    const say = (what: string) => step(`${count} ${count === 1 ? 'node' : 'nodes'}: ${what}`)
    found.push(await measureWorks(cluster, sizes, say))
    say('as many sends of one organization as possible')
    ceilings.push(await measureCeiling(cluster, sizes))
    await cluster.stop()
  }
  reportWorks(found)
  reportCeilings(ceilings)
  process.removeListener('exit', kill)
  await redis.stop()
  await postgres.stop()
  place.remove()
}

async function startNodes(
  count: number,
  settings: Record<string, string>,
  postgres: Postgres,
  redisPid: number,
): Promise<Cluster> {
  const folder = makeFolder()
  const nodes: Server[] = []
  while (nodes.length < count) {
    nodes.push(await startSwitchboard(join(folder, `node-${nodes.length}`), { settings }))
  }
  return {
    nodes,
    cpu: () => ({
      nodes: nodes.reduce((sum, node) => sum + totalOf(node.cpu()), 0),
      PostgreSQL: cpuSecondsOf(postgres.pid),
      Redis: cpuSecondsOf(redisPid),
    }),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

async function measureWorks(
  cluster: Cluster,
  sizes: Sizes,
  say: (what: string) => void,
): Promise<Record<Work, Measured>> {
  const narrow = encodeURIComponent('[{"operator":"stream","operand":"all"}]')
  const page = requestText({
    path: `/api/v1/messages?anchor=newest&num_before=100&num_after=0&narrow=${narrow}`,
    headers: { authorization: authorizationOf(0) },
  })
  const sends = sendsOfWebApp(sizes.clients, await findStreamId(cluster.nodes[0]!.url))
  say('sends')
  const send = await measureRequests(cluster, sends, CONNECTIONS, sizes)
  say('pages')
  const pages = await measureRequests(cluster, () => page, CONNECTIONS, sizes)
  say('deliveries to polls')
  const poll = await measureDeliveries(cluster, 'poll', sizes)
  say('deliveries to streams')
  return { send, page: pages, poll, stream: await measureDeliveries(cluster, 'stream', sizes) }
}

/** The same requests on as many connections in all, however many nodes share them. */
async function measureRequests(
  { nodes, cpu }: Cluster,
  next: () => string,
  connections: number,
  { seconds, warmUpRequests }: Sizes,
): Promise<Measured> {
  const run = () =>
    Promise.all(
      nodes.map((node) => load(node, { next, seconds, connections: Math.round(connections / nodes.length) })),
    )
  // Each node compiles for itself, and gets as many requests for that as a single one.
  for (let sent = 0; sent < warmUpRequests * nodes.length; ) {
    sent += (await run()).reduce((sum, { count }) => sum + count, 0)
  }
  const before = cpu()
  const loads = await run()
  const errors = loads.reduce((sum, each) => sum + each.errors, 0)
  if (errors > 0) throw new Error(`${errors} requests failed.`)
  const count = loads.reduce((sum, each) => sum + each.count, 0)
  const perSecond = loads.reduce((sum, each) => sum + each.perSecond, 0)
  return { perSecond, cost: costOf(before, cpu(), count) }
}

/**
 * Messages to everybody in a stream, sent to the nodes in turn at random moments. The clients are spread over the nodes.
 * The cost of a send is part of it, divided by its deliveries.
 */
async function measureDeliveries(
  { nodes, cpu }: Cluster,
  transport: Transport,
  { clients, seconds }: Sizes,
): Promise<Measured> {
  let deliveries = 0
  const crowds = nodes.map(({ port }) => {
    const crowd = ourCrowd(port, transport)
    crowd.onReceipt = (messages) => {
      deliveries += messages
    }
    return crowd
  })
  const perNode = Math.floor(clients / nodes.length)
  await Promise.all(crowds.map((crowd) => crowd.joinUpTo(perNode)))
  const senders = nodes.map(({ port }) => new HttpConnection(port))
  const random = createRandom(3)
  const text = sendsWithCurl()()
  const sendFor = async (duration: number): Promise<void> => {
    const sends: Promise<void>[] = []
    let due = performance.now()
    for (const until = due + duration * 1000; due < until; ) {
      await pause(due - performance.now())
      const sender = senders[sends.length % nodes.length]!
      // A connection sends one message at a time.
      const earlier = sends[sends.length - nodes.length] ?? Promise.resolve()
      sends.push(earlier.then(() => send(sender, text)))
      due += (-Math.log(1 - random()) * 1000 * clients) / DELIVERIES_PER_SECOND
    }
    await Promise.all(sends)
    await untilDelivered(() => deliveries, sends.length * perNode * nodes.length)
  }
  await sendFor((seconds * nodes.length) / 2)
  deliveries = 0
  const before = cpu()
  await sendFor(seconds)
  const cost = costOf(before, cpu(), deliveries)
  for (const closing of [...crowds, ...senders]) closing.close()
  return { perSecond: deliveries / seconds, cost }
}

async function send(connection: HttpConnection, text: string): Promise<void> {
  const { status, body } = await connection.ask(text)
  if (status !== 200) throw new Error(`Not sent: ${body}`)
}

const DELIVERY_TIMEOUT_MS = 10_000

async function untilDelivered(count: () => number, expected: number): Promise<void> {
  for (const until = performance.now() + DELIVERY_TIMEOUT_MS; count() < expected; ) {
    if (performance.now() > until) throw new Error(`${count()} of ${expected} deliveries came.`)
    await pause(5)
  }
}

interface Ceiling extends Measured {
  /** sends that shared a commit, on average */
  perCommit: number
}

/** The writes of an organization are serialized: how many a second are possible? */
async function measureCeiling(cluster: Cluster, sizes: Sizes): Promise<Ceiling> {
  const before = await commitsOf(cluster)
  const measured = await measureRequests(cluster, sendsWithCurl(), MANY_CONNECTIONS, sizes)
  const after = await commitsOf(cluster)
  return { ...measured, perCommit: (after.changes - before.changes) / (after.commits - before.commits) }
}

async function commitsOf({ nodes }: Cluster): Promise<{ changes: number; commits: number }> {
  const found = { changes: 0, commits: 0 }
  for (const { url } of nodes) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const read = (what: string) =>
      Number(
        new RegExp(`^switchboard_commit_changes_${what}\\{product="chat"\\} (\\d+)`, 'm').exec(metrics)?.[1],
      )
    found.changes += read('sum')
    found.commits += read('count')
  }
  return found
}

const rate = (value: number) => Math.round(value).toLocaleString('en')

function reportWorks(found: readonly Record<Work, Measured>[]): void {
  const names = Object.keys(works) as Work[]
  reportTable({
    title: 'Nodes on one PostgreSQL and Redis: CPU time of each request or delivery',
    head: [
      'work',
      'nodes',
      'in the nodes',
      'in PostgreSQL',
      'in Redis',
      'nodes, relative to one',
      'a second',
    ],
    rows: names.flatMap((work) =>
      found.map((measured, index) => {
        const { cost, perSecond } = measured[work]
        return [
          works[work],
          String(COUNTS[index]),
          ...[cost.nodes!, cost.PostgreSQL!, cost.Redis!].map(microseconds),
          (cost.nodes! / found[0]![work].cost.nodes!).toFixed(2),
          rate(perSecond),
        ]
      }),
    ),
  })
  const [one, three] = [found[0]!, found.at(-1)!]
  for (const work of names) {
    const ratio = three[work].cost.nodes! / one[work].cost.nodes!
    reportRow({
      question: `${works[work]}: CPU time of the nodes on three, relative to one`,
      ours: microseconds(three[work].cost.nodes!),
      bare: `one node: ${microseconds(one[work].cost.nodes!)}`,
      figure: ratio,
      cost: three[work].cost,
      ...judge(`${work} on three nodes`, ratio),
    })
  }
  const [polls, streams] = [three.poll.cost.PostgreSQL!, three.stream.cost.PostgreSQL!]
  reportRow({
    question: 'PostgreSQL for each delivery on three nodes, in µs',
    ours: `polls ${microseconds(polls)}, streams ${microseconds(streams)}`,
    figure: Math.max(polls, streams),
    ...judge('PostgreSQL of a delivery', Math.max(polls, streams)),
  })
}

function reportCeilings(ceilings: readonly Ceiling[]): void {
  reportTable({
    title: `Ceiling of one organization: sends with curl over ${MANY_CONNECTIONS} connections; nodes, PostgreSQL and the load share the machine`,
    head: ['nodes', 'sends a second', 'sends per commit', 'CPU time of a send'],
    rows: ceilings.map(({ perSecond, perCommit, cost }, index) => [
      String(COUNTS[index]),
      rate(perSecond),
      perCommit.toFixed(1),
      describeCost(cost),
    ]),
  })
  const best = ceilings.reduce((one, other) => (one.perSecond > other.perSecond ? one : other))
  reportRow({
    question: 'sends of one organization on PostgreSQL, a second',
    ours: ceilings.map(({ perSecond }, index) => `${COUNTS[index]}: ${rate(perSecond)}`).join(', '),
    figure: best.perSecond,
    cost: best.cost,
    ...judge('sends of one organization', best.perSecond),
  })
}
