import { HttpConnection, LOST } from './connection.ts'
import { type CpuTime, costOf, totalOf } from './cpu-time.ts'
import { Latencies, type LatencySummary } from './latencies.ts'
import { createRandom } from './random.ts'
import { reportRow } from './report.ts'
import type { Server } from './servers.ts'
import { type Goal, judge } from './targets.ts'

interface LoadOptions {
  /** the text of the next request */
  next: () => string
  seconds: number
  connections?: number
  /** how long a connection waits before a request, on average and at random; otherwise it does not wait */
  pauseMs?: number
  /** ends the load before its time, where the server limits how often something may be done */
  maxCount?: number
}

export interface Load extends LatencySummary {
  perSecond: number
  /** responses other than 200 and 201 */
  errors: number
  /** CPU time of the server for one request, in microseconds by thread */
  cost: CpuTime
  /** how much of a core this process has used to make the requests */
  generator: number
}

const isSmoke = process.argv.includes('--smoke')
const CONNECTIONS = isSmoke ? 4 : 128

/** The same kind of request, over many connections, each as fast as the server responds. */
export async function load(server: Server, options: LoadOptions): Promise<Load> {
  const { next, seconds, pauseMs, maxCount = Number.POSITIVE_INFINITY } = options
  const connections = Math.min(
    options.connections ?? CONNECTIONS,
    isSmoke ? CONNECTIONS : Number.POSITIVE_INFINITY,
  )
  const latencies = new Latencies()
  const random = createRandom(17)
  let [errors, sent] = [0, 0]
  const open = Array.from({ length: connections }, () => new HttpConnection(server.port))
  const before = server.cpu()
  const used = process.cpuUsage()
  const start = performance.now()
  const end = start + seconds * 1000
  const repeat = (connection: HttpConnection) =>
    new Promise<void>((done) => {
      const send = () => {
        // Slow requests are sent at least once.
        if ((performance.now() > end && sent >= connections) || sent >= maxCount) return done()
        sent += 1
        const sentAt = performance.now()
        connection.request(next(), (status, body) => {
          if (status !== 200 && status !== 201) {
            errors += 1
            if (errors === 1 && status !== LOST) console.error(Buffer.concat(body).toString().slice(0, 300))
            if (connection.isClosed) return done()
          }
          latencies.add(performance.now() - sentAt)
          again()
        })
      }
      const again = () => {
        if (pauseMs === undefined) send()
        else setTimeout(send, -Math.log(1 - random()) * pauseMs)
      }
      again()
    })
  await Promise.all(open.map(repeat))
  const took = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(used)
  for (const connection of open) connection.close()
  return {
    ...latencies.summary(),
    perSecond: latencies.count / took,
    errors,
    cost: costOf(before, server.cpu(), latencies.count),
    generator: (user + system) / 1e6 / took,
  }
}

export interface Comparison {
  ours: Load
  bare: Load
  /** our throughput, as a share of the bare server's */
  ratio: number
}

interface Compared {
  server: Server
  next: () => string
}

const ROUNDS = isSmoke ? 1 : 3
const WARM_UP_SECONDS = isSmoke ? 0 : 2

/** The same load on both servers in turns, so that other load on the machine slows down both. */
export async function compare(
  ours: Compared,
  bare: Compared,
  options: { seconds: number; connections?: number; maxCount?: number },
): Promise<Comparison> {
  const run = ({ server, next }: Compared, seconds: number) => load(server, { ...options, next, seconds })
  await run(bare, WARM_UP_SECONDS)
  await run(ours, WARM_UP_SECONDS)
  const rounds: Comparison[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const their = await run(bare, options.seconds)
    const our = await run(ours, options.seconds)
    rounds.push({ ours: our, bare: their, ratio: our.perSecond / their.perSecond })
  }
  // The median round: one hiccup does not decide.
  rounds.sort((one, other) => one.ratio - other.ratio)
  return rounds[Math.floor(rounds.length / 2)]!
}

/** From this share of a core on, the figure is that of the generator. */
export const BUSY_GENERATOR = 0.9

export function reportComparison(question: string, { ours, bare, ratio }: Comparison, goal?: Goal): void {
  const show = ({ perSecond, p50, p99, errors, generator }: Load) =>
    [
      `${Math.round(perSecond).toLocaleString('en')}/s`,
      `p50 ${p50.toFixed(1)} ms`,
      `p99 ${p99.toFixed(1)} ms`,
      ...(errors > 0 ? [`${errors} errors`] : []),
      ...(generator > BUSY_GENERATOR ? ['limited by the load generator'] : []),
    ].join(', ')
  const judged = goal ? judge(goal, ratio) : undefined
  reportRow({
    question,
    ours: show(ours),
    bare: show(bare),
    figure: ratio,
    cost: ours.cost,
    bareCost: totalOf(bare.cost),
    errors: ours.errors,
    ...judged,
  })
}

const HALF_LOAD_P99_MS = 25
const HALF_LOAD_SECONDS = isSmoke ? 0.1 : 10

/** p99 at half of the highest throughput, with requests at random moments over many connections. */
export async function reportHalfLoad(
  question: string,
  server: Server,
  next: () => string,
  maxPerSecond: number,
): Promise<void> {
  const wanted = maxPerSecond / 2
  const pauseMs = (CONNECTIONS / wanted) * 1000
  const run = (ms: number, duration: number) => load(server, { next, pauseMs: ms, seconds: duration })
  // The responses take time as well, which a short run shows: it is taken off the pauses.
  const { perSecond } = await run(pauseMs, HALF_LOAD_SECONDS / 5)
  const { p50, p99, longest, errors, cost, ...held } = await run(
    Math.max(1, 2 * pauseMs - (CONNECTIONS / perSecond) * 1000),
    HALF_LOAD_SECONDS,
  )
  reportRow({
    question: `${question}: p99 at half load, in ms`,
    ours: `${Math.round(held.perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`,
    figure: p99,
    cost,
    errors,
    target: `<= ${HALF_LOAD_P99_MS}`,
    isMet: p99 <= HALF_LOAD_P99_MS,
  })
}

/** CPU time of one operation after a short warm-up, with a few at a time. */
export async function measureCost(
  server: Server,
  next: () => string,
  seconds: number,
  maxCount = Number.POSITIVE_INFINITY,
): Promise<Load> {
  const options = { next, connections: Math.min(8, CONNECTIONS) }
  await load(server, { ...options, seconds: Math.min(1, seconds / 2), maxCount: maxCount / 4 })
  const measured = await load(server, { ...options, seconds, maxCount: maxCount / 2 })
  if (measured.errors > 0) throw new Error(`${measured.errors} requests failed.`)
  return measured
}
