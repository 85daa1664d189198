import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { sources } from '../harness/source-files.ts'
import { startWorld, type World } from '../harness/world.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: object }[]
  status: { code?: number }
}

interface Metric {
  name: string
  sum?: { isMonotonic: boolean; dataPoints: { asDouble: number }[] }
  gauge?: { dataPoints: { asDouble: number }[] }
  histogram?: { dataPoints: { count: string; explicitBounds: number[]; bucketCounts: string[] }[] }
}

// biome-ignore lint/suspicious/noExplicitAny: what a server sends is what the test is about
type Received = { path: string; headers: Record<string, unknown>; body: any }

/** A collector that accepts OTLP over HTTP. */
async function startCollector() {
  const received: Received[] = []
  const server: Server = createServer(async (request, response) => {
    received.push({ path: request.url!, headers: request.headers, body: await json(request) })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    spans: () =>
      received
        .filter(({ path }) => path === '/v1/traces')
        .flatMap(({ body }): Span[] => body.resourceSpans[0].scopeSpans[0].spans),
    metrics: () =>
      received
        .filter(({ path }) => path === '/v1/metrics')
        .map(({ body }): Metric[] => body.resourceMetrics[0].scopeMetrics[0].metrics)
        .at(-1),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

const PARENT = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('Traces and metrics over OTLP', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let server: World
  beforeAll(async () => {
    collector = await startCollector()
    server = await startWorld('SQLite', {
      PUBLIC_URL: 'http://chat.example.com',
      TRUSTED_PROXIES: '10.0.0.0/8',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20secret, x-other=1',
      OTEL_SERVICE_NAME: 'our-chat',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    })
  })
  afterAll(async () => {
    await server?.stop()
    await collector?.stop()
  })

  const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
    server.app.inject({ url, headers, remoteAddress })
  const spanOf = async (id: unknown) => {
    const find = () =>
      collector
        .spans()
        .find(({ attributes }) =>
          attributes.some(
            ({ key, value }) =>
              key === 'switchboard.request_id' && 'stringValue' in value && value.stringValue === id,
          ),
        )
    await expect.poll(find, { timeout: 30_000 }).toBeDefined()
    return find()!
  }

  it('a span per request, with the pattern of the route and the status, and no address', async () => {
    const response = await ask('/reset-password/a-token-of-somebody?api_key=a-key', { accept: 'text/html' })
    const span = await spanOf(response.headers['x-request-id'])
    expect(span).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'GET /reset-password/:token',
      kind: 2,
      status: {},
    })
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    expect(span.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: String(response.statusCode) },
    })
    const text = JSON.stringify(collector.received.map(({ body }) => body))
    for (const secret of ['a-token-of-somebody', 'a-key', 'a secret']) expect(text).not.toContain(secret)
  })

  it('who sends it: the service and its version; with the headers', async () => {
    await spanOf((await ask('/health')).headers['x-request-id'])
    const { headers, body } = collector.received.find(({ path }) => path === '/v1/traces')!
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-collector-key': 'a secret',
      'x-other': '1',
    })
    expect(body.resourceSpans[0].resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'our-chat' },
    })
  })

  it('only a trusted proxy continues its own trace', async () => {
    const traceparent = `00-${PARENT}-00f067aa0ba902b7-01`
    const trusted = await ask('/health', { traceparent }, '10.0.0.1')
    expect(await spanOf(trusted.headers['x-request-id'])).toMatchObject({
      traceId: PARENT,
      parentSpanId: '00f067aa0ba902b7',
    })
    const stranger = await spanOf((await ask('/health', { traceparent })).headers['x-request-id'])
    expect(stranger.traceId).not.toBe(PARENT)
    const broken = await ask('/health', { traceparent: `00-${PARENT}-01` }, '10.0.0.1')
    expect((await spanOf(broken.headers['x-request-id'])).traceId).not.toBe(PARENT)
    // The proxy does not sample it.
    await ask('/health', { traceparent: `00-${'a'.repeat(32)}-00f067aa0ba902b7-00` }, '10.0.0.1')
    await spanOf((await ask('/health')).headers['x-request-id'])
    expect(collector.spans().map(({ traceId }) => traceId)).not.toContain('a'.repeat(32))
  })

  it('what a request writes is below it; an attempt of the outbox is a trace of its own', async () => {
    const message = { type: 'stream', to: 'general', topic: 'traced', content: 'a message of Ben' }
    const sent = await server.ben.post('/messages', message)
    const request = await spanOf(sent.headers['x-request-id'])
    expect(request.name).toBe('POST /api/v1/messages')
    const writes = collector.spans().filter(({ parentSpanId }) => parentSpanId === request.spanId)
    expect(writes.map(({ name }) => name)).toContain('database write')
    for (const { traceId } of writes) expect(traceId).toBe(request.traceId)
    const asked = await server.nobody.post('/password_reset', { email: 'ben@example.com' })
    expect(asked.status).toBe(200)
    const attempt = () => collector.spans().find(({ name }) => name.startsWith('outbox '))
    await expect.poll(attempt, { timeout: 30_000 }).toBeDefined()
    expect(attempt()).toMatchObject({ kind: 5 })
    expect(attempt()).not.toHaveProperty('parentSpanId')
    expect(JSON.stringify(collector.spans())).not.toMatch(/a message of Ben|ben@example/)
  })

  it('the metrics of /metrics', async () => {
    await ask('/health')
    await expect.poll(() => collector.metrics()?.length, { timeout: 30_000 }).toBeGreaterThan(20)
    const { body } = await ask('/metrics', { host: 'localhost' }, '127.0.0.1')
    const names = [...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
    const metrics = collector.metrics()!
    expect(metrics.map(({ name }) => name).sort()).toEqual(names.sort())
    const find = (name: string) => metrics.find((one) => one.name === name)!
    expect(find('process_cpu_seconds_total').sum).toMatchObject({ isMonotonic: true })
    expect(find('switchboard_sockets').gauge!.dataPoints[0]!.asDouble).toBe(0)
    const [point] = find('switchboard_http_request_seconds').histogram!.dataPoints
    expect(point!.bucketCounts).toHaveLength(point!.explicitBounds.length + 1)
    const sum = point!.bucketCounts.reduce((all, count) => all + Number(count), 0)
    expect(sum).toBe(Number(point!.count))
  })
})

describe('Without an endpoint', () => {
  it('nothing of it is loaded: only a dynamic import leads to the exporter', () => {
    const exporter = /^src\/platform\/telemetry\/(open-telemetry|otlp-)/
    const importers = sources
      .filter(({ path }) => !exporter.test(path))
      .filter(({ code }) =>
        /import (?!type)[^;]*?from '[^']*telemetry\/(open-telemetry|otlp-)/.test(
          code.replaceAll(/import type [^']*'[^']*'/g, ''),
        ),
      )
    expect(importers.map(({ path }) => path)).toEqual([])
    expect(readConfig({}, {}).telemetry).toBeUndefined()
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://x' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ OTEL_METRIC_EXPORT_INTERVAL: '1' }, 'OTEL_METRIC_EXPORT_INTERVAL'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a-secret' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  ])('wrong settings: %j', (environment, name) => {
    const read = () =>
      readConfig({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...environment })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(name)
    expect(read).not.toThrow('a-secret')
  })
})
