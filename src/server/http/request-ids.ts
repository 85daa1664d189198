import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runInScope, type Scope } from '../../platform/logging/scope.ts'

/** As proxies make them. Nothing that a log or terminal could misread. */
const wellFormed = /^[\w.:/+=@-]{8,128}$/

export interface RequestIds {
  /** The id that a trusted proxy has given to the request, else a new one. */
  create(request: IncomingMessage): string
  /** The id of a request that may not have been read. */
  of(request: IncomingMessage | undefined): string
}

/** Only a trusted proxy may choose ids: others could make the lines of their requests look like those of somebody else. */
export function createRequestIds(trustedProxies: readonly string[]): RequestIds {
  const isTrusted = proxyAddress.compile([...trustedProxies])
  const known = new WeakMap<IncomingMessage, string>()
  return {
    create(request) {
      const given = request.headers['x-request-id']
      const isGiven =
        typeof given === 'string' &&
        wellFormed.test(given) &&
        isTrusted(request.socket.remoteAddress ?? '', 0)
      const id = isGiven ? given : randomUUID()
      known.set(request, id)
      return id
    },
    of: (request) => (request && known.get(request)) ?? randomUUID(),
  }
}

/** Every response has the id of its request, and so has every log line until the response is sent. */
export function addRequestIds(app: FastifyInstance): void {
  const scopes = new WeakMap<FastifyRequest, Scope>()
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const scope = { requestId: request.id }
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
