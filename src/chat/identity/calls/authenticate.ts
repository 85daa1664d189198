import type { FastifyRequest } from 'fastify'
import { invalidApiKey, unauthorized } from '../../chat-error.ts'
import type { Identity } from '../identity.ts'
import type { Realm } from '../realms/realm.ts'
import { findSession } from '../sessions/find-session.ts'
import { refuseForgery } from '../sessions/refuse-forgery.ts'
import type { Session } from '../sessions/session.ts'
import { readSessionCookie } from '../sessions/session-cookie.ts'
import { noteWrongCredentials, refuseGuesses } from '../sessions/sign-in-limits.ts'
import type { User } from '../users/user.ts'

/** The parts of a request that identify its caller. */
export type CallerRequest = Pick<FastifyRequest, 'headers' | 'method' | 'ip'>

/** The caller, and the session if they used one instead of an API key. */
export interface Caller {
  readonly user: User
  readonly session: Session | undefined
}

/** Uses HTTP Basic with email address and API key, or without that header the session cookie. */
export function authenticate(
  chat: Identity,
  realm: Realm | undefined,
  request: CallerRequest,
): Promise<Caller> {
  const { authorization } = request.headers
  return authorization === undefined
    ? authenticateBySession(chat, realm, request)
    : authenticateByHeader(chat, realm, authorization, request)
}

async function authenticateByHeader(
  chat: Identity,
  realm: Realm | undefined,
  header: string,
  request: CallerRequest,
): Promise<Caller> {
  const credentials = chat.credentials.read(header)
  if (!credentials.proven) await refuseGuesses(chat, request.ip)
  // Looked up by a keyed hash, so the timing reveals nothing about any key.
  const { keyHash } = credentials
  const user = chat.usersByKeyHash.peek(keyHash) ?? (await chat.usersByKeyHash.get(keyHash))
  credentials.proven = user?.email_key === credentials.emailKey
  if (!user || !credentials.proven) {
    await noteWrongCredentials(chat, request.ip, credentials.emailKey)
    throw invalidApiKey()
  }
  checkAccount(realm, user)
  return { user, session: undefined }
}

async function authenticateBySession(
  chat: Identity,
  realm: Realm | undefined,
  request: CallerRequest,
): Promise<Caller> {
  const token = readSessionCookie(chat.config.publicUrl, request.headers.cookie)
  if (token === undefined) throw notLoggedIn()
  const hash = chat.secrets.hash(token)
  if (!chat.sessionsByHash.peek(hash)) await refuseGuesses(chat, request.ip)
  const found = await findSession(chat, hash)
  if (!found) {
    await noteWrongCredentials(chat, request.ip, 'a session')
    throw notLoggedIn()
  }
  checkAccount(realm, found.user)
  refuseForgery(chat, realm, found.session, request)
  return found
}

/** By the key alone, as webhooks send it. */
export async function authenticateByKey(
  chat: Identity,
  realm: Realm | undefined,
  key: string,
  request: CallerRequest,
): Promise<Caller> {
  const hash = chat.secrets.hash(key.trim())
  if (!chat.usersByKeyHash.peek(hash)) await refuseGuesses(chat, request.ip)
  const user = await chat.usersByKeyHash.get(hash)
  if (!user) {
    await noteWrongCredentials(chat, request.ip, 'a webhook')
    throw invalidApiKey()
  }
  checkAccount(realm, user)
  return { user, session: undefined }
}

const notLoggedIn = () => unauthorized('Not logged in: API authentication or user session required')

function checkAccount(realm: Realm | undefined, user: User): void {
  if (realm?.id !== user.realm_id) throw unauthorized('Account is not associated with this subdomain')
  if (realm.deactivated) throw unauthorized('This organization has been deactivated', 'REALM_DEACTIVATED')
  if (!user.is_active) throw unauthorized('Account is deactivated', 'USER_DEACTIVATED')
}
