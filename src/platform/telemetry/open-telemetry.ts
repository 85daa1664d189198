import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { type Clock, systemClock } from '../clock.ts'
import type { Logger } from '../logging/log.ts'
import { VERSION } from '../program.ts'
import { type ExportedMetric, metricsOf } from './otlp-metrics.ts'
import { attributesOf, nanoseconds } from './otlp-values.ts'
import { type Span, type SpanContext, type SpanKind, setTracer } from './spans.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'

/** Spans that wait beyond this number are dropped: the collector must not cost us memory. */
const MAX_WAITING_SPANS = 4096
const SPANS_EVERY_MS = 2_000
const TIMEOUT_MS = 10_000

/** The numbers of the protocol. */
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 }
const FAILED = 2

export interface Telemetry {
  /** What /metrics has, from now on. Returns how to stop. */
  exportMetrics(read: () => Promise<readonly ExportedMetric[]>): () => void
  /** Sends what waits. */
  stop(): Promise<void>
}

/**
 * Sends traces and metrics to a collector: OTLP over HTTP, in its JSON form. It is loaded only if an endpoint is set.
 * What cannot be sent is lost: this must never hold up a request.
 */
export function openTelemetry(
  { endpoint, headers, serviceName, sampledShare, metricsEveryMs }: TelemetrySettings,
  log: Logger,
  clock: Clock = systemClock,
): Telemetry {
  const startedAt = clock.now()
  const resource = {
    attributes: attributesOf({
      'service.name': serviceName,
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
  }
  const scope = { name: 'switchboard', version: VERSION }
  let waiting: object[] = []
  let dropped = 0
  let isUp = true

  async function post(path: string, body: object): Promise<void> {
    try {
      const response = await fetch(`${endpoint}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`status ${response.status}`)
      if (!isUp) log.info('the OpenTelemetry collector accepts data again')
      isUp = true
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } }
      if (isUp)
        log.warn({ reason: cause?.code ?? message }, 'the OpenTelemetry collector does not accept data')
      isUp = false
    }
  }

  async function sendSpans(): Promise<void> {
    if (waiting.length === 0) return
    const spans = waiting
    waiting = []
    if (dropped > 0) log.warn({ dropped }, 'spans were dropped')
    dropped = 0
    await post('/v1/traces', { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] })
  }

  function begin(kind: SpanKind, parent: SpanContext | undefined): Span {
    const context = {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      isSampled: parent?.isSampled ?? Math.random() < sampledShare,
    }
    const [began, from] = [clock.now(), performance.now()]
    return {
      context,
      end(name, attributes = {}, hasFailed = false) {
        if (!context.isSampled) return
        if (waiting.length >= MAX_WAITING_SPANS) {
          dropped += 1
          return
        }
        waiting.push({
          traceId: context.traceId,
          spanId: context.spanId,
          ...(parent && { parentSpanId: parent.spanId }),
          name,
          kind: kinds[kind],
          startTimeUnixNano: nanoseconds(began),
          endTimeUnixNano: nanoseconds(began + performance.now() - from),
          attributes: attributesOf(attributes),
          status: hasFailed ? { code: FAILED } : {},
        })
      },
    }
  }

  setTracer({ begin })
  let sending: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    sending = sending.then(sendSpans)
  }, SPANS_EVERY_MS)
  timer.unref()
  return {
    exportMetrics(read) {
      const send = async () => {
        const metrics = metricsOf(await read(), startedAt, clock.now())
        await post('/v1/metrics', { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] })
      }
      const everyMs = setInterval(() => {
        send().catch((error) => log.warn({ err: error }, 'the metrics could not be read'))
      }, metricsEveryMs)
      everyMs.unref()
      return () => clearInterval(everyMs)
    },
    async stop() {
      clearInterval(timer)
      setTracer(undefined)
      await sending
      await sendSpans()
    },
  }
}
