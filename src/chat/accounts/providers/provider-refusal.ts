import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { OpenIdFailure } from '../../../platform/outgoing/openid-failure.ts'
import { Redirect } from '../../http/redirect.ts'
import type { Identity } from '../../identity/identity.ts'

/** People see a page instead of an error in JSON. Logs why, without anything that could be used to sign in. */
export async function orRefuse(
  chat: Identity,
  request: FastifyRequest,
  step: () => Promise<Redirect>,
): Promise<Redirect> {
  try {
    return await limitFailures(chat, `provider ${networkOf(request.ip)}`, step)
  } catch (error) {
    const isFailure = error instanceof OpenIdFailure
    if (!isFailure && !(error instanceof ProviderRefusal)) throw error
    const reason = isFailure ? error.fault : error.reason
    const about = {
      reason,
      address: request.ip,
      ...(error.message !== reason && { detail: error.message }),
    }
    chat.log.warn(about, 'sign-in at an identity provider refused')
    return new Redirect(`/sign-in-failed/${reason}`)
  }
}

const FAILURES_PER_MINUTE = 30

/**
 * For steps that make requests to a provider or read what a stranger sends. Only failures count: an office or a provider
 * does many of them from one address.
 */
export async function limitFailures<T>(
  { rateLimiter }: Identity,
  key: string,
  step: () => Promise<T>,
): Promise<T> {
  const budget = await rateLimiter.peek(key, FAILURES_PER_MINUTE)
  if (!budget.allowed) throw new ProviderRefusal('too_many_attempts')
  try {
    return await step()
  } catch (error) {
    await rateLimiter.take(key, FAILURES_PER_MINUTE)
    throw error
  }
}

const MAX_NEXT_LENGTH = 1000

/** Only a path on the same host: a link to this server must not lead elsewhere. */
export function ownPage(next: string | undefined): string {
  const host = 'http://this-host'
  if (next === undefined || next.length > MAX_NEXT_LENGTH || !URL.canParse(next, host)) return '/'
  const { origin, pathname, search, hash } = new URL(next, host)
  return origin === host && !pathname.startsWith('//') ? pathname + search + hash : '/'
}

/** Why a sign-in ends without a session. The web app has a page for each. */
export type ProviderRefusalReason =
  | 'not_configured'
  | 'unavailable'
  | 'cancelled'
  | 'refused'
  | 'not_begun_here'
  | 'too_many_attempts'
  | 'unverified_email'
  | 'not_registered'
  | 'deactivated'
  | 'other_person'
  | 'protected_account'
  | 'other_address'
  | 'invitation_invalid'
  | 'organization_deactivated'

export class ProviderRefusal extends Error {
  readonly reason: ProviderRefusalReason

  /** `detail`: for the log */
  constructor(reason: ProviderRefusalReason, detail: string = reason) {
    super(detail)
    this.reason = reason
  }
}
