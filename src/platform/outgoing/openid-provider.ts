import type { JSONWebKeySet } from 'jose'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Clock } from '../clock.ts'
import { isUnreachable, OpenIdFailure } from './openid-failure.ts'
import type { OpenIdSettings } from './openid-settings.ts'

/** For each request to the provider. */
const TIMEOUT_SECONDS = 5
const DISCOVERED_MS = 3_600_000

/** What the browser that begins a sign-in must still have when it comes back. */
export interface OpenIdChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** Who the provider says has signed in. */
export interface OpenIdPerson {
  issuer: string
  /** the id of the person at the issuer; it never changes */
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
  /** the claim of their groups, whatever it is; undefined: there is none */
  groups: unknown
  /** their session at the issuer (`sid`) */
  session: string | undefined
}

/**
 * The authorization code flow with PKCE. An issuer that the operator chooses may be inside the server's own network,
 * unlike the targets of webhooks; for one that an administrator chooses, `fetch` keeps to their rules.
 */
export class OpenIdProvider {
  readonly settings: OpenIdSettings
  readonly #clock: Clock
  readonly #fetch: CustomFetch | undefined
  /** the name of the claim with the groups of a person; empty: groups do not matter */
  readonly #groupsClaim: string
  #discovered: { configuration: Promise<Configuration>; at: number } | undefined

  constructor(
    settings: OpenIdSettings,
    clock: Clock,
    { fetch, groupsClaim = '' }: { fetch?: CustomFetch; groupsClaim?: string } = {},
  ) {
    this.settings = settings
    this.#fetch = fetch
    this.#groupsClaim = groupsClaim
    this.#clock = clock
  }

  /** Returns the address at the provider to send the browser to. */
  async begin(redirectUri: string): Promise<{ url: string; checks: OpenIdChecks }> {
    const configuration = await this.discover()
    const { scopes_supported: scopes = [] } = configuration.serverMetadata()
    // Some providers send groups only for a scope of that name. Others refuse a scope that they do not know.
    const isScope = this.#groupsClaim !== '' && scopes.includes(this.#groupsClaim)
    const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: `openid email profile${isScope ? ` ${this.#groupsClaim}` : ''}`,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, checks }
  }

  /** `callback`: the redirect URI with the parameters that the provider has added. */
  async finish(callback: URL, { state, nonce, codeVerifier }: OpenIdChecks): Promise<OpenIdPerson> {
    const configuration = await this.discover()
    try {
      const tokens = await authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const token = tokens.claims()!
      // Many providers put only the subject into the token.
      const hasGroups = this.#groupsClaim === '' || token[this.#groupsClaim] !== undefined
      const isComplete =
        (token.email !== undefined && hasGroups) || !configuration.serverMetadata().userinfo_endpoint
      const claims = isComplete
        ? token
        : { ...token, ...(await fetchUserInfo(configuration, tokens.access_token, token.sub)) }
      const person = personOf(token.iss, token.sub, claims, token.sid)
      const hasClaim = this.#groupsClaim !== '' && Object.hasOwn(claims, this.#groupsClaim)
      return { ...person, groups: hasClaim ? claims[this.#groupsClaim] : undefined }
    } catch (error) {
      // Its keys and endpoints may have changed.
      this.#discovered = undefined
      if (isUnreachable(error)) throw new OpenIdFailure('unavailable', error)
      const isCancelled = error instanceof AuthorizationResponseError && error.error === 'access_denied'
      throw new OpenIdFailure(isCancelled ? 'cancelled' : 'refused', error)
    }
  }

  /** What its tokens are signed with, as it publishes them. */
  async loadKeys(): Promise<JSONWebKeySet> {
    const { jwks_uri: url } = (await this.discover()).serverMetadata()
    try {
      if (!url) throw new Error('the provider publishes no keys')
      const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
      const options = {
        method: 'GET' as const,
        headers: {},
        body: undefined,
        redirect: 'manual' as const,
        signal,
      }
      const response = await (this.#fetch
        ? this.#fetch(url, options)
        : fetch(url, { redirect: 'manual', signal }))
      return (await response.json()) as JSONWebKeySet
    } catch (error) {
      throw new OpenIdFailure('unavailable', error)
    }
  }

  /** Cached for an hour, and until a sign-in fails. A failure is not cached: the next sign-in tries again. */
  async discover(): Promise<Configuration> {
    const now = this.#clock.now()
    if (!this.#discovered || now - this.#discovered.at >= DISCOVERED_MS) {
      this.#discovered = { configuration: this.#load(), at: now }
    }
    const discovered = this.#discovered
    try {
      return await discovered.configuration
    } catch (error) {
      if (this.#discovered === discovered) this.#discovered = undefined
      throw new OpenIdFailure('unavailable', error)
    }
  }

  #load(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    return discovery(
      new URL(issuer),
      clientId,
      undefined,
      (server, ...rest) => {
        // Without this list, a provider supports only Basic.
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
        const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
        authenticate(clientSecret)(server, ...rest)
      },
      {
        timeout: TIMEOUT_SECONDS,
        ...(this.#fetch && { [customFetch]: this.#fetch }),
        ...(issuer.startsWith('http:') && { execute: [allowInsecureRequests] }),
      },
    )
  }
}

function personOf(
  issuer: string,
  subject: string,
  claims: Record<string, unknown>,
  session: unknown,
): Omit<OpenIdPerson, 'groups'> {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const parts = [text('given_name'), text('family_name')].filter((part) => part !== undefined)
  return {
    issuer,
    subject,
    email: text('email'),
    // Some providers send the word.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: text('name') ?? (parts.join(' ') || text('preferred_username')),
    session: typeof session === 'string' ? session : undefined,
  }
}
