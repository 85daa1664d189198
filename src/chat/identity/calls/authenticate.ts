import type { FastifyRequest } from 'fastify'
import { noteKnownCaller } from '../../../platform/limits/known-callers.ts'
import { invalidApiKey, unauthorized } from '../../chat-error.ts'
import type { Identity } from '../identity.ts'
import type { Realm } from '../realms/realm.ts'
import { factorMissing, lacksFactor } from '../second-factor/required-factor.ts'
import { findSession } from '../sessions/find-session.ts'
import { refuseForgery } from '../sessions/refuse-forgery.ts'
import type { Session } from '../sessions/session.ts'
import { readSessionCookie } from '../sessions/session-cookie.ts'
import { checkCredentials } from '../sessions/sign-in-limits.ts'
import type { User } from '../users/user.ts'

/** The parts of a request that identify its caller. */
export type CallerRequest = Pick<FastifyRequest, 'headers' | 'method' | 'ip'>

/** The caller, and the session if they used one instead of an API key. */
export interface Caller {
  readonly user: User
  readonly session: Session | undefined
}

/**
 * Uses HTTP Basic with email address and API key, or without that header the session cookie. Refuses people who have to
 * set up a second factor first, unless they do just that.
 */
export async function authenticate(
  chat: Identity,
  realm: Realm | undefined,
  request: CallerRequest,
  { beforeFactor = false }: { beforeFactor?: boolean } = {},
): Promise<Caller> {
  const { authorization } = request.headers
  const caller =
    authorization === undefined
      ? await authenticateBySession(chat, realm, request)
      : await authenticateByHeader(chat, realm, authorization, request)
  if (!beforeFactor) await requireFactor(chat, realm!, caller)
  noteKnownCaller(request)
  return caller
}

async function authenticateByHeader(
  chat: Identity,
  realm: Realm | undefined,
  header: string,
  request: CallerRequest,
): Promise<Caller> {
  const credentials = chat.credentials.read(header)
  const user =
    (credentials.proven && (await findOwner(chat, credentials))) ||
    (await checkCredentials(chat, { address: request.ip, account: credentials.emailKey }, () =>
      findOwner(chat, credentials),
    ))
  credentials.proven = user !== undefined
  if (!user) throw invalidApiKey()
  checkAccount(realm, user)
  return { user, session: undefined }
}

/** Looked up by a keyed hash, so the timing reveals nothing about any key. */
async function findOwner(
  chat: Identity,
  { keyHash, emailKey }: { keyHash: string; emailKey: string },
): Promise<User | undefined> {
  const user = chat.usersByKeyHash.peek(keyHash) ?? (await chat.usersByKeyHash.get(keyHash))
  return user?.email_key === emailKey ? user : undefined
}

async function authenticateBySession(
  chat: Identity,
  realm: Realm | undefined,
  request: CallerRequest,
): Promise<Caller> {
  const token = readSessionCookie(chat.config.publicUrl, request.headers.cookie)
  if (token === undefined) throw notLoggedIn()
  const hash = chat.secrets.hash(token)
  const known = chat.sessionsByHash.peek(hash) && (await findSession(chat, hash))
  const found =
    known ??
    (await checkCredentials(chat, { address: request.ip, account: 'a session' }, () =>
      findSession(chat, hash),
    ))
  if (!found) throw notLoggedIn()
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
  const user =
    chat.usersByKeyHash.peek(hash) ??
    (await checkCredentials(chat, { address: request.ip, account: 'a webhook' }, () =>
      chat.usersByKeyHash.get(hash),
    ))
  if (!user) throw invalidApiKey()
  checkAccount(realm, user)
  const caller = { user, session: undefined }
  await requireFactor(chat, realm!, caller)
  noteKnownCaller(request)
  return caller
}

async function requireFactor(chat: Identity, realm: Realm, { user, session }: Caller): Promise<void> {
  if (await lacksFactor(chat.factors, realm, user, session)) throw factorMissing()
}

const notLoggedIn = () => unauthorized('Not logged in: API authentication or user session required')

function checkAccount(realm: Realm | undefined, user: User): void {
  if (realm?.id !== user.realm_id) throw unauthorized('Account is not associated with this subdomain')
  if (realm.deactivated) throw unauthorized('This organization has been deactivated', 'REALM_DEACTIVATED')
  if (!user.is_active) throw unauthorized('Account is deactivated', 'USER_DEACTIVATED')
}
