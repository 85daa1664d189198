import type { FastifyReply, FastifyRequest } from 'fastify'
import { missingArgument } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { clientName } from '../../http/client-name.ts'
import { successBody } from '../../http/envelope.ts'
import type { RequestBody } from '../../http/raw-arguments.ts'
import { type RawArguments, readParameters, unknownArguments } from '../../http/read-parameters.ts'
import { Redirect } from '../../http/redirect.ts'
import { StreamedAnswer, sendStream } from '../../http/streamed-answer.ts'
import type { Identity } from '../identity.ts'
import { accessComplaint } from '../permissions.ts'
import type { Realm } from '../realms/realm.ts'
import { keepSession } from '../sessions/find-session.ts'
import { SESSION_SECONDS } from '../sessions/session.ts'
import { readSessionCookie, writeSessionCookie } from '../sessions/session-cookie.ts'
import type { Actor } from '../users/user.ts'
import { authenticate, authenticateByKey, type Caller } from './authenticate.ts'
import type { Endpoint } from './endpoint.ts'
import { limitRate } from './limit-rate.ts'
import { requestRealm } from './request-realm.ts'

/** Authenticates, authorizes and reads the parameters; then calls the endpoint's handler. */
export async function answerCall<District extends Identity>(
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
  if (session && (await keepSession(chat, session))) renewCookie(chat, request, reply)
  const input = readParameters(endpoint.parameters, given)
  const answer = await endpoint.handle({
    chat,
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
  if (!('api_key' in endpoint.parameters) || header !== undefined) return authenticate(chat, realm, request)
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
