import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ScimError, scimErrorBody } from '../../chat/accounts/scim/scim-error.ts'
import { tooMany } from '../../chat/chat-error.ts'
import { errorBody } from '../../chat/http/envelope.ts'
import { SESSION_COOKIE } from '../../chat/identity/sessions/session-cookie.ts'
import type { AddressLimit } from '../../platform/limits/address-limit.ts'
import { hasKnownCaller, type OpenRoute } from '../../platform/limits/known-callers.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import type { Budget } from '../../platform/limits/rate-limiter.ts'
import type { Logger } from '../../platform/logging/log.ts'
import { SOCKET_PATH } from '../../telephony/events/sockets/create-sockets.ts'
import { Problem } from '../../telephony/problem.ts'
import { isChat } from './is-chat.ts'

const LOG_EVERY_MS = 60_000

/** They describe what the response would have been. */
const replaced = ['content-length', 'content-encoding', 'etag', 'location', 'set-cookie', 'www-authenticate']

/**
 * Limits the requests of an address (IPv6: of a /64) that nobody answers for: those without right credentials. Others
 * count for their user or API key, since a large office may be behind one address. What comes without any credentials, or
 * where none are asked for, is refused before it does something; whether credentials are right is known only at the end.
 */
export function limitAddresses(
  app: FastifyInstance,
  { perMinute, limiter, clock }: AddressLimit,
  log: Logger,
): void {
  if (perMinute === 0) return
  const refused = new WeakSet<FastifyRequest>()
  let loggedAt = Number.NEGATIVE_INFINITY
  const isCounted = (request: FastifyRequest) =>
    !refused.has(request) && !hasKnownCaller(request) && !isExempt(request)
  const refuse = (request: FastifyRequest, reply: FastifyReply, budget: Budget): string => {
    refused.add(request)
    const now = clock.now()
    // A line for each request would be a flood of its own.
    if (Math.abs(now - loggedAt) >= LOG_EVERY_MS) {
      loggedAt = now
      log.warn({ address: request.ip, perMinute }, 'too many requests without credentials from an address')
    }
    return respondTooMany(request, reply, budget)
  }
  app.addHook('onRequest', async (request, reply) => {
    if (hasCredentials(request) || !isCounted(request)) return
    const budget = await limiter.peek(networkOf(request.ip), perMinute)
    if (!budget.allowed) return reply.send(refuse(request, reply, budget))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCounted(request)) return payload
    const budget = await limiter.take(networkOf(request.ip), perMinute)
    if (budget.allowed) return payload
    const { destroy } = (payload ?? {}) as { destroy?: () => void }
    destroy?.call(payload)
    return refuse(request, reply, budget)
  })
}

/** Probes and metrics must work in a flood. Sockets have a limit of their own. */
function isExempt({ url, routeOptions }: FastifyRequest): boolean {
  const path = routeOptions.url
  return path === '/health' || path === '/health/live' || path === '/metrics' || url.startsWith(SOCKET_PATH)
}

/** Right or wrong, where they are asked for. */
const hasCredentials = ({ headers, url, routeOptions }: FastifyRequest) =>
  !(routeOptions.config as OpenRoute).isOpen &&
  (headers.authorization !== undefined ||
    headers.cookie?.includes(SESSION_COOKIE) === true ||
    /[?&]api_key=/.test(url))

function respondTooMany(request: FastifyRequest, reply: FastifyReply, budget: Budget): string {
  for (const name of replaced) reply.removeHeader(name)
  reply
    .code(429)
    .header('cache-control', 'no-store')
    .header('retry-after', Math.ceil(budget.retryAfterSeconds))
  if (isChat(request)) {
    reply.type('application/json; charset=utf-8')
    return errorBody(tooMany(budget))
  }
  const detail = `More than ${budget.limit} requests without credentials from this address within a minute`
  if (request.url.startsWith('/scim/')) {
    reply.type('application/scim+json; charset=utf-8')
    return JSON.stringify(scimErrorBody(new ScimError(429, detail)))
  }
  reply.type('application/problem+json; charset=utf-8')
  return JSON.stringify(new Problem(429, detail).body())
}
