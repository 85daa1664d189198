import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runInScope, type Scope } from '../../platform/logging/scope.ts'
import { beginTrace, isTracing, type SpanContext } from '../../platform/telemetry/spans.ts'

/** As proxies make them. Nothing that a log or terminal could misread. */
const wellFormed = /^[\w.:/+=@-]{8,128}$/

export interface RequestIds {
  /** The span of the caller, if a trusted proxy has sent one. */
  parentOf(request: IncomingMessage): SpanContext | undefined
  /** The id that a trusted proxy has given to the request, else a new one. */
  create(request: IncomingMessage): string
  /** The id of a request that may not have been read. */
  of(request: IncomingMessage | undefined): string
}

/** Only a trusted proxy may choose ids: others could make the lines of their requests look like those of somebody else. */
export function createRequestIds(trustedProxies: readonly string[]): RequestIds {
  const isTrusted = proxyAddress.compile([...trustedProxies])
  const known = new WeakMap<IncomingMessage, string>()
  const isFromProxy = ({ socket }: IncomingMessage) => isTrusted(socket.remoteAddress ?? '', 0)
  return {
    parentOf: (request) => (isFromProxy(request) ? readTraceParent(request.headers.traceparent) : undefined),
    create(request) {
      const given = request.headers['x-request-id']
      const isGiven = typeof given === 'string' && wellFormed.test(given) && isFromProxy(request)
      const id = isGiven ? given : randomUUID()
      known.set(request, id)
      return id
    },
    of: (request) => (request && known.get(request)) ?? randomUUID(),
  }
}

/** Every response has the id of its request, and so has every log line until the response is sent. */
export function addRequestIds(app: FastifyInstance, ids: RequestIds): void {
  const scopes = new WeakMap<FastifyRequest, Scope>()
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const scope = { requestId: request.id, trace: traceRequest(request, reply, ids) }
    scopes.set(request, scope)
    runInScope(scope, done)
  })
  // Bodies arrive outside the scope.
  app.addHook('preValidation', (request, _reply, done) => runInScope(scopes.get(request), done))
  app.addHook('onResponse', (request, _reply, done) => {
    const scope = scopes.get(request)
    if (scope) scope.requestId = undefined
    done()
  })
}

/** A span until the response ends. It has the pattern of the route: the path may contain a token. */
function traceRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  ids: RequestIds,
): SpanContext | undefined {
  if (!isTracing()) return undefined
  const span = beginTrace('server', ids.parentOf(request.raw))
  reply.raw.once('close', () => {
    const { method, id } = request
    const { statusCode: status } = reply.raw
    const route = request.routeOptions.url ?? 'unknown'
    span?.end(
      `${method} ${route}`,
      {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'switchboard.request_id': id,
      },
      status >= 500,
    )
  })
  return span?.context
}

/** Of W3C Trace Context. */
function readTraceParent(header: string | string[] | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(header ?? '')) ?? []
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}
