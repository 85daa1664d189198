import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../../platform/network-of.ts'
import { OpenIdFailure } from '../../../platform/outgoing/openid-failure.ts'
import type { OpenIdProvider } from '../../../platform/outgoing/openid-provider.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { Redirect } from '../../http/redirect.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { realmUri } from '../../identity/realms/realm-addresses.ts'
import type { User } from '../../identity/users/user.ts'
import type { Messages } from '../../messages/messages.ts'
import { type OpenIdAttempt, readAttempt } from './openid-attempt.ts'
import { OpenIdRefusal } from './openid-refusal.ts'
import { signInByOpenId } from './sign-in-by-openid.ts'

/** Each step makes requests to the provider, and needs no credentials. */
const STEPS_PER_MINUTE = 30

const LONGEST_NEXT = 1000

/** Fixed, and registered at the provider for the host of each organization. */
const redirectUri = ({ config }: ChatPlatform, realm: Realm) =>
  `${realmUri(config.publicUrl, realm)}/api/v1/openid/callback`

interface Begin {
  next: string | undefined
  invitation: string | undefined
  /** IP address */
  address: string
}

export async function beginOpenId(
  chat: Identity,
  realm: Realm | undefined,
  { next, invitation, address }: Begin,
): Promise<{ url: string; attempt: OpenIdAttempt }> {
  const provider = requireProvider(chat)
  if (!realm) throw new OpenIdRefusal('not_registered')
  await limitSteps(chat, address)
  const { url, checks } = await provider.begin(redirectUri(chat, realm))
  return { url, attempt: { checks, realmId: realm.id, next: ownPage(next), invitation } }
}

export async function finishOpenId(
  chat: Messages,
  realm: Realm | undefined,
  state: string | undefined,
  request: FastifyRequest,
): Promise<{ user: User; next: string }> {
  const provider = requireProvider(chat)
  await limitSteps(chat, request.ip)
  const attempt = realm && readAttempt(chat, realm.id, state, request.headers.cookie)
  if (!attempt) throw new OpenIdRefusal('not_begun_here')
  const callback = new URL(redirectUri(chat, realm))
  callback.search = request.url.split('?')[1] ?? ''
  const person = await provider.finish(callback, attempt.checks)
  return { user: await signInByOpenId(chat, realm, person, attempt.invitation), next: attempt.next }
}

/** People see a page instead of an error in JSON. Logs why, without anything that could be used to sign in. */
export async function orRefuse(
  chat: ChatPlatform,
  request: FastifyRequest,
  step: () => Promise<Redirect>,
): Promise<Redirect> {
  try {
    return await step()
  } catch (error) {
    const isFailure = error instanceof OpenIdFailure
    if (!isFailure && !(error instanceof OpenIdRefusal)) throw error
    const reason = isFailure ? error.fault : error.reason
    const about = { reason, address: request.ip, ...(isFailure && { detail: error.message }) }
    chat.log.warn(about, 'sign-in with OpenID Connect refused')
    return new Redirect(`/sign-in-failed/${reason}`)
  }
}

function requireProvider({ openid }: ChatPlatform): OpenIdProvider {
  if (!openid) throw new OpenIdRefusal('not_configured')
  return openid
}

async function limitSteps({ rateLimiter }: Identity, address: string): Promise<void> {
  const budget = await rateLimiter.take(`openid ${networkOf(address)}`, STEPS_PER_MINUTE)
  if (!budget.allowed) throw new OpenIdRefusal('too_many_attempts')
}

/** Only a path on the same host: a link to this server must not lead elsewhere. */
function ownPage(next: string | undefined): string {
  const host = 'http://this-host'
  if (next === undefined || next.length > LONGEST_NEXT || !URL.canParse(next, host)) return '/'
  const { origin, pathname, search, hash } = new URL(next, host)
  return origin === host && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
