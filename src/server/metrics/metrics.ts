import { BlockList, isIPv6 } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { markdownNotDone } from '../../chat/markdown/markdown-threads.ts'
import { countDroppedLogLines } from '../../platform/logging/log.ts'
import { parseFailures } from '../../platform/parsers/parse-untrusted.ts'
import { isSameSecret } from '../../platform/secrets/secrets.ts'
import type { Sockets } from '../../telephony/events/sockets/create-sockets.ts'
import type { Products } from '../start/open-products.ts'
import { addProductMetrics } from './product-metrics.ts'

const NAME = 'switchboard_http_request_seconds'

const HELP = 'Response time by route and status; long polls include their waiting.'

const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 60]

const TICK_MS = 250

/** Shorter delays are in `nodejs_eventloop_lag_p99_seconds`. */
const STALL_MS = 1000

/**
 * One registry per process: the default metrics observe garbage collection and the event loop until the process ends,
 * and would keep a stopped server in memory.
 */
const processMetrics = new Registry()
// The library measures the event loop with a timer. It would wake an idle process a hundred times a second; ours, four.
collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision: 86_400_000 })
for (const value of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
  processMetrics.removeSingleMetric(`nodejs_eventloop_lag_${value}_seconds`)
}

/**
 * Serves metrics for Prometheus at /metrics: to clients with the token or, without one, to programs on this machine. A
 * proxy that hides the path must not be the only protection: there are many ways to write a path.
 */
export function addMetrics(app: FastifyInstance, products: Products, sockets: Sockets): void {
  const registry = new Registry()
  const observe = addResponseTimes(registry)
  new Gauge({
    name: 'switchboard_event_queues',
    help: 'Event queues that this process holds.',
    registers: [registry],
    collect() {
      this.set(products.chat.queues.count)
    },
  })
  new Gauge({
    name: 'switchboard_waiting_polls',
    help: 'Long polls that are waiting for an event.',
    registers: [registry],
    collect() {
      this.set([...products.chat.queues.receivers('poll')].length)
    },
  })
  new Gauge({
    name: 'switchboard_event_streams',
    help: 'Open event streams.',
    registers: [registry],
    collect() {
      this.set([...products.chat.queues.receivers('stream')].length)
    },
  })
  new Gauge({
    name: 'switchboard_sockets',
    help: 'Authenticated sockets of the telephony.',
    registers: [registry],
    collect() {
      this.set(sockets.count)
    },
  })
  new Gauge({
    name: 'switchboard_maintenance',
    help: '1 while requests are refused because the operator has switched maintenance on.',
    registers: [registry],
    collect() {
      this.set(products.maintenance.message === undefined ? 0 : 1)
    },
  })
  new Counter({
    name: 'switchboard_markdown_given_up_total',
    help: 'Texts that were not fully rendered or compared: deadline exceeded, queue full, or thread ended.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, times] of Object.entries(markdownNotDone)) this.inc({ reason }, times)
    },
  })
  new Counter({
    name: 'switchboard_input_not_parsed_total',
    help: 'Mails and files that were refused: invalid, deadline exceeded, queue full, or thread ended.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, times] of Object.entries(parseFailures)) this.inc({ reason }, times)
    },
  })
  new Counter({
    name: 'switchboard_log_lines_dropped_total',
    help: 'Log lines that were dropped because the reader of standard error was too slow.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(countDroppedLogLines())
    },
  })
  const eventLoop = watchEventLoop()
  new Counter({
    name: 'switchboard_event_loop_stalled_seconds_total',
    help: 'How long the event loop was blocked, in stalls of a second or more.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(eventLoop.stalledSeconds)
    },
  })
  new Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'The 99th percentile of how late timers were since the last scrape.',
    registers: [registry],
    collect() {
      this.set(eventLoop.takeLag(99))
    },
  })
  app.addHook('onClose', async () => eventLoop.stop())
  addProductMetrics(registry, products)
  app.addHook('onResponse', (request, reply, done) => {
    observe(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime)
    done()
  })
  const readAll = () => Registry.merge([processMetrics, registry])
  const stop = products.telemetry?.exportMetrics(() => readAll().getMetricsAsJSON())
  app.addHook('onClose', async () => stop?.())
  const { metricsToken } = products
  app.get('/metrics', async (request, reply) => {
    if (metricsToken === undefined && !isFromThisMachine(request)) return reply.callNotFound()
    if (metricsToken !== undefined && !isSameSecret(bearerOf(request), metricsToken)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('Invalid token\n')
    }
    const metrics = await readAll().metrics()
    return reply.type(registry.contentType).send(metrics)
  })
}

const bearerOf = ({ headers: { authorization } }: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** By the connection and by what proxies add or pass on: the name that their client asked for, and its address. */
function isFromThisMachine({ raw: { socket, headers } }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const isLocal = loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  const isForwarded = ['forwarded', 'via', 'x-real-ip'].some((name) => headers[name] !== undefined)
  const isForwardedFor = Object.keys(headers).some((name) => name.startsWith('x-forwarded-'))
  return (
    isLocal &&
    !isForwarded &&
    !isForwardedFor &&
    /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i.test(headers.host ?? '')
  )
}

interface EventLoopWatch {
  /** the total time of stalls of a second or more */
  readonly stalledSeconds: number
  /** A percentile in seconds since the last call. */
  takeLag(percentile: number): number
  stop(): void
}

/** Measures late timers: the process was stopped, starved of CPU time, or busy. */
function watchEventLoop(): EventLoopWatch {
  let last = performance.now()
  let stalledMs = 0
  /** in nanoseconds */
  const lags = createHistogram()
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - last - TICK_MS
    if (late >= STALL_MS) stalledMs += late
    lags.record(Math.max(1, Math.round(late * 1e6)))
    last = now
  }, TICK_MS)
  timer.unref()
  return {
    get stalledSeconds() {
      return stalledMs / 1000
    },
    takeLag(percentile) {
      const seconds = lags.percentile(percentile) / 1e9
      lags.reset()
      return seconds
    },
    stop: () => clearInterval(timer),
  }
}

interface Series {
  labels: { method: string; route: string; status: string }
  /** per bucket, plus one for values above the last bound */
  counts: number[]
  sum: number
}

/** Records a response. */
type Observe = (method: string, route: string, status: number, milliseconds: number) => void

/** A Prometheus histogram. The library's own takes longer to record a response than some responses take. */
function addResponseTimes(registry: Registry): Observe {
  const all = new Map<string, Series>()
  const metric = {
    name: NAME,
    help: HELP,
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({ ...metric, values: [...all.values()].flatMap(valuesOf) }),
    reset: () => all.clear(),
  }
  registry.registerMetric(metric as never)
  return (method, route, status, milliseconds) => {
    const key = `${method} ${route} ${status}`
    let series = all.get(key)
    if (!series) {
      const counts = Array.from({ length: BOUNDS.length + 1 }, () => 0)
      series = { labels: { method, route, status: String(status) }, counts, sum: 0 }
      all.set(key, series)
    }
    const seconds = milliseconds / 1000
    let place = 0
    while (place < BOUNDS.length && seconds > BOUNDS[place]!) place += 1
    series.counts[place]! += 1
    series.sum += seconds
  }
}

function valuesOf({ labels, counts, sum }: Series) {
  let count = 0
  const buckets = counts.map((value, place) => {
    count += value
    return { metricName: `${NAME}_bucket`, labels: { le: BOUNDS[place] ?? '+Inf', ...labels }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ]
}
