import { HttpConnection, requestText } from './connection.ts'
import { costOf, microseconds, totalOf } from './cpu-time.ts'
import { type Crowd, ourCrowd } from './crowd.ts'
import { authorizationOf } from './fill-chat.ts'
import { Latencies } from './latencies.ts'
import { measureCost } from './load.ts'
import { FEW, makeArchive, makeCrowd } from './places.ts'
import { step } from './progress.ts'
import { createRandom, pick, vocabulary } from './random.ts'
import { reportTable } from './report.ts'
import { type Server, startSwitchboard } from './servers.ts'

/** CPU time of the server for one operation in microseconds, and how long it took in milliseconds. */
interface Cost {
  microseconds: number
  p50: number
}
/** by operation, then by size */
type Costs = Map<string, Map<number, Cost>>

const MARKED_AT_ONCE = 10
const UNREAD = 500

/** What do operations cost when there are more messages? */
export async function benchGrowthByMessages(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? [1000] : [10_000, 100_000, 1_000_000]
  const costs: Costs = new Map()
  for (const size of sizes) {
    const place = await makeArchive(size)
    const server = await startSwitchboard(place.dataDir)
    for (const [operation, next] of operationsOn(server, size)) {
      step(`${size.toLocaleString('en')} messages: ${operation}`)
      const { p50, cost } = await measureCost(server, await next(), isSmoke ? 0.1 : 2)
      addCost(costs, operation, size, { p50, microseconds: totalOf(cost) })
    }
    await server.stop()
    place.remove()
  }
  reportGrowth('stored messages', sizes, costs)
}

type Operation = [name: string, prepare: () => Promise<() => string>]

function operationsOn(server: Server, size: number): Operation[] {
  const random = createRandom(9)
  const reader: Record<string, string> = { authorization: authorizationOf(1) }
  const other: Record<string, string> = { authorization: authorizationOf(2) }
  const get = (query: string) => requestText({ path: `/api/v1/messages?${query}`, headers: reader })
  const post = (path: string, body: string, headers = reader) =>
    requestText({ method: 'POST', path: `/api/v1/${path}`, headers, body })
  const narrow = encodeURIComponent('[{"operator":"stream","operand":"test"}]')
  const anchor = () => Math.floor(size * (0.1 + 0.8 * random()))
  const searchFor = (from: number, to: number) => async () => () => {
    const word = pick(vocabulary.slice(from, to), random())
    const terms = encodeURIComponent(JSON.stringify([{ operator: 'search', operand: word }]))
    return get(`anchor=newest&num_before=100&num_after=0&narrow=${terms}`)
  }
  const send = (headers?: Record<string, string>) =>
    post('messages', 'type=stream&to=test&topic=growth&content=The+quick+brown+fox+jumps', headers)
  let person = 0
  return [
    ['send', async () => () => send()],
    [
      'fetch newest 100 of a stream',
      async () => () => get(`anchor=newest&num_before=100&num_after=0&narrow=${narrow}`),
    ],
    [
      'fetch 100 anywhere in a stream',
      async () => () => get(`anchor=${anchor()}&num_before=50&num_after=49&narrow=${narrow}`),
    ],
    ['search for a common word', searchFor(20, 200)],
    ['search for a rare word', searchFor(20_000, 60_000)],
    [
      'register',
      async () => () => {
        // One after the other: the queues of a person are limited.
        person = (person + 1) % 1000
        return post('register', 'apply_markdown=true', { authorization: authorizationOf(person) })
      },
    ],
    [
      `mark ${MARKED_AT_ONCE} messages as read, then as unread`,
      async () => {
        const unread = await sendMany(server, UNREAD, () => send(other))
        let at = 0
        return () => {
          const part = unread.slice(at % UNREAD, (at % UNREAD) + MARKED_AT_ONCE)
          const op = Math.floor(at / UNREAD) % 2 === 0 ? 'add' : 'remove'
          at += MARKED_AT_ONCE
          return post('messages/flags', `messages=${JSON.stringify(part)}&op=${op}&flag=read`)
        }
      },
    ],
  ]
}

/** Returns the ids of the messages. */
async function sendMany(server: Server, count: number, text: () => string): Promise<number[]> {
  const ids: number[] = []
  let started = 0
  const worker = async () => {
    const connection = new HttpConnection(server.port)
    while (started < count) {
      started += 1
      ids.push((JSON.parse((await connection.ask(text())).body) as { id: number }).id)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return ids.sort((one, other) => one - other)
}

/** By each of the two kinds of register; the server refuses more than twice that. */
const REGISTERED_BY_EACH = 140

/** What do operations cost when more people are in the organization, and all of them in the stream? */
export async function benchGrowthBySubscribers(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? [10] : [10, 1000, 20_000]
  const costs: Costs = new Map()
  for (const size of sizes) {
    const place = await makeCrowd(size)
    const server = await startSwitchboard(place.dataDir)
    let person = 0
    const register = (body: string) => () => {
      person = (person + 1) % size
      const headers = { authorization: authorizationOf(person) }
      return requestText({ method: 'POST', path: '/api/v1/register', headers, body })
    }
    const operations: [string, () => string, maxCount: number][] = [
      ['send', () => sendTo('all'), Number.POSITIVE_INFINITY],
      [
        'register without the list of people',
        register('fetch_event_types=["message","subscription"]'),
        size * REGISTERED_BY_EACH,
      ],
      [
        'register, whose response lists everybody',
        register('apply_markdown=true'),
        size * REGISTERED_BY_EACH,
      ],
    ]
    for (const [operation, next, maxCount] of operations) {
      step(`${size.toLocaleString('en')} subscribers: ${operation}`)
      const { p50, cost } = await measureCost(server, next, isSmoke ? 0.1 : 2, maxCount)
      addCost(costs, operation, size, { p50, microseconds: totalOf(cost) })
    }
    await server.stop()
    place.remove()
  }
  reportGrowth('subscribers of the stream', sizes, costs)
}

const MIN_ROUNDS = 3

/** What does it cost to send and to deliver when more clients wait, on the stream or by polls? */
export async function benchGrowthByConnections(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? [50] : [100, 1000, 5000]
  const costs: Costs = new Map()
  for (const size of sizes) {
    const place = await makeCrowd(size)
    const server = await startSwitchboard(place.dataDir)
    for (const transport of ['stream', 'poll'] as const) {
      step(`${size.toLocaleString('en')} waiting clients (${transport})`)
      const crowd = ourCrowd(server.port, transport)
      await crowd.joinUpTo(size)
      const seconds = isSmoke ? 0.1 : 2
      const few = await measureDelivery(server, crowd, 'few', Math.min(FEW, size), seconds)
      const all = await measureDelivery(server, crowd, 'all', size, seconds)
      crowd.close()
      addCost(costs, `${transport}s: send, delivered to ${FEW} of them`, size, few)
      addCost(costs, `${transport}s: send, delivered to all of them`, size, all)
      const each = { ...all, microseconds: all.microseconds / size }
      addCost(costs, `${transport}s: the same for each delivery`, size, each)
    }
    await server.stop()
    place.remove()
  }
  reportGrowth('waiting clients', sizes, costs)
}

/** One message after the other, the next when all have the last; p50 is until the last one has it. */
async function measureDelivery(
  server: Server,
  crowd: Crowd,
  stream: 'few' | 'all',
  receivers: number,
  seconds: number,
): Promise<Cost> {
  const sender = new HttpConnection(server.port)
  const round = () => Promise.all([crowd.untilReceived(receivers), sender.ask(sendTo(stream))])
  for (let warm = 0; warm < MIN_ROUNDS; warm += 1) await round()
  const latencies = new Latencies()
  const before = server.cpu()
  const end = performance.now() + seconds * 1000
  while (performance.now() < end || latencies.count < MIN_ROUNDS) {
    const start = performance.now()
    await round()
    latencies.add(performance.now() - start)
  }
  const cost = costOf(before, server.cpu(), latencies.count)
  sender.close()
  return { microseconds: totalOf(cost), p50: latencies.percentile(0.5) }
}

const sendTo = (stream: string) =>
  requestText({
    method: 'POST',
    path: '/api/v1/messages',
    headers: { authorization: authorizationOf(0) },
    body: `type=stream&to=${stream}&topic=growth&content=Who+gets+this+first`,
  })

function addCost(costs: Costs, operation: string, size: number, cost: Cost): void {
  const known = costs.get(operation) ?? new Map<number, Cost>()
  costs.set(operation, known.set(size, cost))
}

function reportGrowth(what: string, sizes: readonly number[], costs: Costs): void {
  reportTable({
    title: `Growth by ${what}: CPU time of the server for one operation, and p50 with eight at a time`,
    head: ['operation', ...sizes.map((size) => size.toLocaleString('en')), 'grows'],
    rows: [...costs].map(([operation, bySize]) => [
      operation,
      ...[...bySize.values()].map((cost) => `${microseconds(cost.microseconds)}, ${cost.p50.toFixed(1)} ms`),
      shapeOf([...bySize].map(([size, cost]) => [size, cost.microseconds])),
    ]),
  })
}

/** How a cost grows from the smallest to the largest size. */
function shapeOf(points: readonly (readonly [size: number, cost: number])[]): string {
  const [first, last] = [points[0]!, points.at(-1)!]
  if (first === last) return '-'
  const grown = last[1] / first[1]
  const larger = last[0] / first[0]
  // A tenth more for each ten times as much is what deeper indexes and colder caches cost.
  if (grown <= 1.25) return 'flat'
  if (grown <= 1 + 0.5 * Math.log10(larger)) return 'logarithmic'
  const isLess = Math.log(grown) / Math.log(larger) < 0.7
  return `${isLess ? 'less than linear' : 'linear'} (times ${grown.toFixed(1)} for times ${larger.toLocaleString('en')})`
}
