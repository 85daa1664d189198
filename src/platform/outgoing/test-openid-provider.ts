import {
  type Configuration,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { OpenIdProvider } from './openid-provider.ts'
import { type OutgoingResponse, sendRequest } from './send-request.ts'

/** One thing that was tried. */
export interface ProviderCheck {
  check: string
  ok: boolean
  /** what is wrong, and what to do; or what was found */
  detail: string
}

const MAX_BYTES = 65_536

/** Tries what a sign-in needs, as far as it goes without a person, and stops where nothing further can work. */
export async function testOpenIdProvider(
  provider: OpenIdProvider,
  redirectUri: string,
  toPrivateNetworks: boolean,
): Promise<ProviderCheck[]> {
  const checks: ProviderCheck[] = []
  const { issuer, clientId, clientSecret } = provider.settings
  let found: Configuration
  try {
    found = await provider.discover()
  } catch (error) {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const detail = `${address} cannot be used: ${(error as Error).message}. The issuer must be exactly as the provider names it there.`
    return [{ check: 'discovery', ok: false, detail }]
  }
  checks.push({ check: 'discovery', ok: true, detail: `The provider names itself ${issuer}.` })
  const server = found.serverMetadata()
  const request = (url: string, parts: { body?: string; headers?: Record<string, string> } = {}) =>
    sendRequest(url, {
      method: parts.body === undefined ? 'GET' : 'POST',
      headers: parts.headers ?? {},
      body: parts.body,
      toPrivateNetworks,
      keptBytes: MAX_BYTES,
      timeoutMs: 5_000,
    })
  const add = async (check: string, run: () => Promise<string | { ok: string }>) => {
    const result = await run().catch((error: Error) => `No response: ${error.message}`)
    const isGood = typeof result !== 'string'
    checks.push({ check, ok: isGood, detail: isGood ? result.ok : result })
  }
  await add('keys', async () => {
    if (!server.jwks_uri)
      return 'The provider publishes no keys (jwks_uri), so its answers cannot be verified.'
    const { status, body } = await request(server.jwks_uri)
    const keys = parse(body).keys
    if (status !== 200 || !Array.isArray(keys) || keys.length === 0) {
      return `${server.jwks_uri} answers ${status} without keys.`
    }
    return { ok: `${keys.length} keys` }
  })
  await add('redirect_uri', async () => {
    const { authorization_endpoint: endpoint } = server
    if (!endpoint) return 'The provider has no authorization endpoint.'
    const url = new URL(endpoint)
    const values = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state: randomState(),
      code_challenge: await calculatePKCECodeChallenge(randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
    const response = await request(url.href)
    const complaint = refusalOf(response)
    return complaint === undefined
      ? { ok: redirectUri }
      : `The provider refuses to begin a sign-in (${complaint}). Register the redirect URI ${redirectUri} there, and check the client id.`
  })
  await add('client', async () => {
    const { token_endpoint: endpoint, token_endpoint_auth_methods_supported: methods } = server
    if (!endpoint) return 'The provider has no token endpoint.'
    const isBasic = (methods ?? ['client_secret_basic']).includes('client_secret_basic')
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'a-test-of-the-settings',
      redirect_uri: redirectUri,
      code_verifier: randomPKCECodeVerifier(),
    })
    if (!isBasic) {
      form.set('client_id', clientId)
      form.set('client_secret', clientSecret)
    }
    const name = Buffer.from(`${formEncode(clientId)}:${formEncode(clientSecret)}`).toString('base64')
    const { status, body } = await request(endpoint, {
      body: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(isBasic && { authorization: `Basic ${name}` }),
      },
    })
    const { error } = parse(body)
    // The code is not real: a provider that knows the client says so.
    if (error === 'invalid_grant') return { ok: clientId }
    if (error === 'invalid_client' || status === 401) {
      return 'The provider does not accept the client id with this client secret.'
    }
    return `The provider answers ${status}${typeof error === 'string' ? ` ${error}` : ''} instead of rejecting the test code.`
  })
  return checks
}

const formEncode = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length)

/** What a provider says against a redirect URI or client: it shows an error, or sends it back. */
function refusalOf({ status, headers }: OutgoingResponse): string | undefined {
  if (status >= 400) return `status ${status}`
  const { location } = headers
  if (location === undefined || !URL.canParse(location)) return undefined
  return new URL(location).searchParams.get('error') ?? undefined
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
