import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTPayload, SignJWT } from 'jose'
import { type JWK, Provider } from 'oidc-provider'

/** Somebody at the provider. Without claims of an address, the provider says nothing about it. */
export interface ProviderPerson {
  sub: string
  name?: string
  email?: string
  email_verified?: boolean
  groups?: string[] | string
}

/** A real OpenID Connect provider on this machine. */
export interface TestOpenIdProvider {
  /** the settings of a server that uses it */
  settings: Record<string, string>
  /** Who signs in next; undefined: they cancel. */
  person: ProviderPerson | undefined
  /** Allows redirect URIs. Doing it again replaces its keys and forgets everything. */
  serve(redirectUris: string | readonly string[], logoutUri?: string): void
  /** Forgets a code, as it does with those that are too old. */
  expire(code: string): Promise<void>
  /** Tells the service that the session of a person has ended. */
  logOut(subject: string, session: string): Promise<void>
  /** Signs claims with its key. */
  sign(claims: JWTPayload): Promise<string>
  /** While it is down, it closes every connection. */
  isDown: boolean
  stop(): Promise<void>
}

const client = { client_id: 'switchboard', client_secret: 'a secret of the operator' }

export async function startOpenIdProvider(): Promise<TestOpenIdProvider> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, ProviderPerson>()
  let provider: Provider | undefined
  let key: KeyObject | undefined
  let isDown = false
  const self: TestOpenIdProvider = {
    settings: {
      OPENID_ISSUER: issuer,
      OPENID_CLIENT_ID: client.client_id,
      OPENID_CLIENT_SECRET: client.client_secret,
      OPENID_LABEL: 'Acme ID',
    },
    person: undefined,
    serve(redirectUris, logoutUri) {
      key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      provider = createProvider(issuer, { redirectUris: [redirectUris].flat(), logoutUri, key }, people)
    },
    async logOut(subject, session) {
      const known = (await provider!.Client.find(client.client_id)) as unknown as {
        backchannelLogout(subject: string, session: string): Promise<void>
      }
      await known.backchannelLogout(subject, session)
    },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt' }).sign(key!),
    async expire(code) {
      await (await provider!.AuthorizationCode.find(code))!.destroy()
    },
    get isDown() {
      return isDown
    },
    set isDown(value) {
      isDown = value
      if (isDown) server.closeAllConnections()
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
  server.on('connection', (socket) => {
    if (isDown) socket.destroy()
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!provider) return response.writeHead(503).end()
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    const { person } = self
    if (person) people.set(person.sub, person)
    const result = person
      ? { login: { accountId: person.sub } }
      : { error: 'access_denied', error_description: 'The person has cancelled.' }
    return provider.interactionFinished(request, response, result).catch((error: Error) => {
      response.writeHead(500).end(error.message)
    })
  })
  return self
}

/** The redirect URIs of a server at this address: that of its provider, and those of the first of its organizations. */
export const redirectUrisOf = (url: string): string[] => [
  `${url}/api/v1/openid/callback`,
  ...Array.from({ length: 20 }, (_, index) => `${url}/api/v1/openid/${index + 1}/callback`),
]

/** Signs in without asking: `person` has typed the right password. Everybody consents. */
function createProvider(
  issuer: string,
  { redirectUris, logoutUri, key }: { redirectUris: string[]; logoutUri: string | undefined; key: KeyObject },
  people: ReadonlyMap<string, ProviderPerson>,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: redirectUris,
        ...(logoutUri !== undefined && {
          backchannel_logout_uri: logoutUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig' } as JWK] },
    cookies: { keys: [randomUUID()] },
    // It refuses addresses of this machine otherwise.
    fetch: (url, options) => {
      const { method, headers, body, redirect } = options as RequestInit
      return fetch(url, { method, headers, body, redirect } as RequestInit)
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 600,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session!.accountId!,
        clientId: oidc.client!.clientId,
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
}
