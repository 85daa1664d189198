import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { OpenIdFailure } from '../../../platform/outgoing/openid-failure.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { Redirect } from '../../http/redirect.ts'
import type { Identity } from '../../identity/identity.ts'

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

/** Each step makes requests to a provider or reads what a stranger sends, and needs no credentials. */
const STEPS_PER_MINUTE = 30

export async function limitSteps({ rateLimiter }: Identity, address: string): Promise<void> {
  const budget = await rateLimiter.take(`provider ${networkOf(address)}`, STEPS_PER_MINUTE)
  if (!budget.allowed) throw new ProviderRefusal('too_many_attempts')
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
