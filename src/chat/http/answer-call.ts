import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Chat } from '../chat.ts'
import { badRequest, ChatError, missingArgument, mustBeAdministrator, unauthorized } from '../chat-error.ts'
import type { Realm } from '../realms/realm.ts'
import {
  type Actor,
  INCOMING_WEBHOOK_BOT,
  isAdministrator,
  isBot,
  isGuest,
  type User,
} from '../users/user.ts'
import { authenticate, authenticateByKey } from './authenticate.ts'
import { clientName } from './client-name.ts'
import type { Access, Endpoint } from './endpoint.ts'
import { successBody } from './envelope.ts'
import type { RequestBody } from './raw-arguments.ts'
import { type RawArguments, readParameters, unknownArguments } from './read-parameters.ts'
import { requestRealm } from './request-realm.ts'

/** Who asks, may they, what do they ask for; then the endpoint's own work. */
export async function answerCall(
  chat: Chat,
  endpoint: Endpoint,
  given: RawArguments,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const realm = await requestRealm(chat, request)
  const actor =
    endpoint.access === 'anyone' ? undefined : await identify(chat, realm, endpoint, given, request)
  if (actor) limitRate(chat, actor.user, endpoint, reply)
  const input = readParameters(endpoint.parameters, given)
  const answer = await endpoint.handle({
    chat,
    // Endpoints for `anyone` look at the realm themselves, and never at the actor.
    realm: realm as Realm,
    actor: actor as Actor,
    input,
    client: clientName(request, given),
    files: (request.body as RequestBody | undefined)?.files ?? [],
    request,
    setHeader: (name, value) => reply.header(name, value),
  })
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'max-age=0, no-cache, no-store, must-revalidate, private')
    .send(successBody(answer, unknownArguments(endpoint.parameters, given)))
}

async function identify(
  chat: Chat,
  realm: Realm | undefined,
  endpoint: Endpoint,
  given: RawArguments,
  request: FastifyRequest,
): Promise<Actor> {
  const user = await identifyUser(chat, realm, endpoint, given, request)
  const complaint = accessComplaint(endpoint.access, user)
  if (complaint) throw complaint
  return { realm: realm!, user }
}

function identifyUser(
  chat: Chat,
  realm: Realm | undefined,
  endpoint: Endpoint,
  given: RawArguments,
  request: FastifyRequest,
): Promise<User> {
  const header = request.headers.authorization
  if (!('api_key' in endpoint.parameters) || header !== undefined) return authenticate(chat, realm, header)
  const key = given.get('api_key')
  if (key === undefined) throw missingArgument('api_key')
  return authenticateByKey(chat, realm, key)
}

function accessComplaint(access: Access, user: User): ChatError | undefined {
  if (user.bot_type === INCOMING_WEBHOOK_BOT && access !== 'webhooks-too') {
    return unauthorized('This API is not available to incoming webhook bots.')
  }
  if (access === 'humans' && isBot(user)) return badRequest('This endpoint does not accept bot requests.')
  if (access === 'administrators' && !isAdministrator(user)) return mustBeAdministrator()
  if (access === 'members' && isGuest(user)) return badRequest('Not allowed for guest users')
  return undefined
}

function limitRate(chat: Chat, user: User, endpoint: Endpoint, reply: FastifyReply): void {
  const limit = chat.config.rateLimitPerMinute
  if (limit === 0) return
  const budget = chat.rateLimiter.take(`${endpoint.budget ?? 'calls'}:${user.realm_id}:${user.id}`, limit)
  reply.header('x-ratelimit-limit', budget.limit)
  reply.header('x-ratelimit-remaining', budget.remaining)
  reply.header('x-ratelimit-reset', budget.resetAt)
  if (budget.allowed) return
  reply.header('retry-after', budget.retryAfterSeconds)
  throw new ChatError('API usage exceeded rate limit', {
    status: 429,
    code: 'RATE_LIMIT_HIT',
    extra: { 'retry-after': budget.retryAfterSeconds },
  })
}
