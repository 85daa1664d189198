import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { dateOf } from '../clock.ts'
import { isUnreachable, OpenIdFailure } from './openid-failure.ts'
import type { OpenIdProvider } from './openid-provider.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_AGE_SECONDS = 300
const CLOCK_SKEW_SECONDS = 120
/** Signed with keys that the provider publishes: never with the client secret, never with nothing. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Whose sessions have ended at the provider. At least one of both is there. */
export interface ProviderLogout {
  /** of the token */
  id: string
  /** epoch milliseconds; then the token is refused for its age */
  expiresAt: number
  issuer: string
  subject: string | undefined
  /** one of their sessions there (`sid`); undefined: all of them */
  session: string | undefined
}

/** The issuer that a token claims, to find the provider that can verify it. */
export function claimedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
export async function verifyLogoutToken(
  provider: OpenIdProvider,
  token: string,
  now: number,
): Promise<ProviderLogout> {
  const { issuer, clientId } = provider.settings
  const keys = await provider.loadKeys()
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer,
      audience: clientId,
      algorithms,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: dateOf(now),
    })
    const { events, nonce, sub: subject, sid, jti: id, iat } = payload
    if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) {
      throw new Error('it is no logout token')
    }
    // Only ID tokens have one: they must not pass for logout tokens.
    if (nonce !== undefined) throw new Error('a logout token has no nonce')
    const session = typeof sid === 'string' ? sid : undefined
    if (subject === undefined && session === undefined)
      throw new Error('it names neither a person nor a session')
    if (!id) throw new Error('it has no id')
    const expiresAt = (iat! + MAX_AGE_SECONDS + CLOCK_SKEW_SECONDS) * 1000
    return { id, expiresAt, issuer, subject, session }
  } catch (error) {
    throw new OpenIdFailure(isUnreachable(error) ? 'unavailable' : 'refused', error)
  }
}
