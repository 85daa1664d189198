import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Budget } from '../../../platform/limits/rate-limiter.ts'
import { ChatError, missingArgument, tooMany } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { clientName } from '../../http/client-name.ts'
import { successBody } from '../../http/envelope.ts'
import { featureLevel } from '../../http/feature-level.ts'
import { addressArguments, type RequestBody, rawArguments } from '../../http/raw-arguments.ts'
import { type RawArguments, readParameters, unknownArguments } from '../../http/read-parameters.ts'
import { Redirect } from '../../http/redirect.ts'
import { StreamedAnswer, sendStream } from '../../http/streamed-answer.ts'
import { authorOf, onBehalfOf } from '../audit/author.ts'
import type { Identity } from '../identity.ts'
import { accessComplaint } from '../permissions.ts'
import type { Realm } from '../realms/realm.ts'
import { keepSession } from '../sessions/find-session.ts'
import { SESSION_SECONDS } from '../sessions/session.ts'
import { readSessionCookie, writeSessionCookie } from '../sessions/session-cookie.ts'
import type { Actor, User } from '../users/user.ts'
import { authenticate, authenticateByKey, type Caller } from './authenticate.ts'
import type { Endpoint, Method } from './endpoint.ts'
import { requestRealm } from './request-realm.ts'

export type Dispatch = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Dispatches a request to the endpoint of its method, among the endpoints of one path. */
export function createDispatch<District extends Identity>(
  chat: District,
  endpoints: readonly Endpoint<District>[],
): Dispatch {
  const byMethod = new Map(endpoints.map((endpoint) => [endpoint.method, endpoint]))
  const allowed = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : [])].sort()
  const isPayload = byMethod.get('POST')?.body === 'payload'
  const rest = nameOfRest(endpoints)
  return async (request, reply) => {
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed.join(', ')).send()
    const given = isPayload ? addressArguments(request) : rawArguments(request)
    if (rest !== undefined) {
      given.set(rest, given.get('*') ?? '')
      given.delete('*')
    }
    const endpoint = byMethod.get(intendedMethod(request, given))
    if (!endpoint) {
      reply.header('allow', allowed.join(', '))
      throw new ChatError('Method Not Allowed', {
        status: 405,
        code: 'METHOD_NOT_ALLOWED',
        extra: { allowed_methods: allowed },
      })
    }
    return answerCall(chat, endpoint, given, request, reply)
  }
}

/** The parameter that takes the rest of the path, if one does. */
function nameOfRest(endpoints: readonly Endpoint[]): string | undefined {
  const path = endpoints.find(({ takesRest }) => takesRest)?.path
  return path?.slice(path.lastIndexOf(':') + 1)
}

/** Clients behind old proxies send POST and name the intended method in an argument. */
function intendedMethod(request: FastifyRequest, given: ReadonlyMap<string, string>): Method {
  if (request.method === 'HEAD') return 'GET'
  if (request.method === 'POST') {
    const meant = given.get('method')?.toUpperCase()
    if (meant === 'PATCH' || meant === 'DELETE' || meant === 'PUT') return meant
  }
  return request.method as Method
}

/** Authenticates, authorizes and reads the parameters; then calls the endpoint's handler. */
async function answerCall<District extends Identity>(
  chat: District,
  endpoint: Endpoint<District>,
  given: RawArguments,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const realm = await requestRealm(chat, request)
  const caller = endpoint.permission.isOpen
    ? undefined
    : await identify(chat, realm, endpoint, given, request)
  if (caller) await limitRate(chat, caller.user, endpoint.budget, reply)
  const session = caller?.session
  if (session && (await keepSession(chat, session, request.ip))) renewCookie(chat, request, reply)
  const input = readParameters(endpoint.parameters, given, featureLevel(request))
  const author = authorOf(request, {
    userId: caller?.user.id ?? null,
    through: caller ? (session ? 'session' : 'api_key') : null,
  })
  const answer = await endpoint.handle({
    chat: onBehalfOf(chat, author),
    // Endpoints without credentials check the realm themselves and never use the actor.
    realm: realm as Realm,
    actor: (caller && { realm, user: caller.user }) as Actor,
    session,
    input,
    // Callers with a session cookie use our own pages.
    client: session && !given.has('client') ? 'website' : clientName(request, given),
    files: (request.body as RequestBody | undefined)?.files ?? [],
    request,
    setHeader: (name, value) => reply.header(name, value),
  })
  if (answer instanceof Redirect) return reply.redirect(answer.location)
  if (answer instanceof StreamedAnswer) return sendStream(reply, answer)
  return sendAnswer(reply, answer, unknownArguments(endpoint.parameters, given))
}

/** Sends a success in the envelope; `ignored` lists unknown arguments. */
function sendAnswer(reply: FastifyReply, answer: object, ignored: readonly string[]): FastifyReply {
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'max-age=0, no-cache, no-store, must-revalidate, private')
  return reply.send(successBody(answer, ignored))
}

async function identify(
  chat: Identity,
  realm: Realm | undefined,
  endpoint: Endpoint,
  given: RawArguments,
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await findCaller(chat, realm, endpoint, given, request)
  const complaint = accessComplaint(endpoint.permission, caller.user)
  if (complaint) throw complaint
  return caller
}

function findCaller(
  chat: Identity,
  realm: Realm | undefined,
  endpoint: Endpoint,
  given: RawArguments,
  request: FastifyRequest,
): Promise<Caller> {
  const header = request.headers.authorization
  if (!('api_key' in endpoint.parameters) || header !== undefined) {
    return authenticate(chat, realm, request, { beforeFactor: endpoint.permission.beforeFactor === true })
  }
  const key = given.get('api_key')
  if (key === undefined) throw missingArgument('api_key')
  return authenticateByKey(chat, realm, key, request)
}

/** Extends the cookie for as long as the session lives from now. */
function renewCookie(
  { config: { publicUrl } }: ChatPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const token = readSessionCookie(publicUrl, request.headers.cookie)
  if (token !== undefined) {
    reply.header('set-cookie', writeSessionCookie(publicUrl, token, SESSION_SECONDS))
  }
}

const keyOf = ({ realm_id, id }: User, kind: Endpoint['budget']) => `${kind ?? 'calls'}:${realm_id}:${id}`

async function limitRate(
  chat: Identity,
  user: User,
  kind: Endpoint['budget'],
  reply: FastifyReply,
): Promise<void> {
  const limit = chat.config.rateLimitPerMinute
  if (limit === 0) return
  const budget = await chat.rateLimiter.take(keyOf(user, kind), limit)
  tellBudget(reply, budget)
  if (!budget.allowed) throw tooMany(budget)
}

function tellBudget(reply: FastifyReply, { limit, remaining, resetAt }: Budget): void {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', resetAt)
}
