import { randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { secondsOf } from '../../../platform/clock.ts'
import type { SamlAssertion } from '../../../platform/parsers/parse-saml.ts'
import type { SamlMetadata } from '../../../platform/parsers/parse-saml-metadata.ts'
import { ParseFailure, parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Identity } from '../../identity/identity.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Messages } from '../../messages/messages.ts'
import { type IdentityProvidersTable, identityProvidersTable } from './identity-providers-table.ts'
import { type OpenIdAttempt, readAttempt } from './openid-attempt.ts'
import { groupsThatMatter, readGroupNames, readProviderGroups } from './provider-groups.ts'
import { ownPage, ProviderRefusal } from './provider-refusal.ts'
import type { ProvenPerson } from './provider-session.ts'
import { signInByProvider } from './sign-in-by-provider.ts'
import { useOnce } from './use-once.ts'

/** From the response of the provider to the page that sets the cookie. */
const TICKET_SECONDS = 60
/** It is in an address, and reverse proxies refuse longer ones. About 150 groups with long names. */
const MAX_TICKET = 7_000

export function readSamlProvider({ settings }: IdentityProvidersTable): SamlMetadata {
  const { issuer, signInUrl, certificates }: SamlMetadata = JSON.parse(settings)
  return { issuer, signInUrl, certificates }
}

interface PublicAddress {
  config: Pick<ChatPlatform['config'], 'publicUrl'>
}

/** How the provider knows this service: to be entered there. */
export function samlService({ config }: PublicAddress, realm: Realm, id: number) {
  const entityId = `${realmUri(config.publicUrl, realm)}/api/v1/saml/${id}`
  return { entityId, acsUrl: `${entityId}/acs` }
}

interface Begin {
  provider: number
  next: string | undefined
  invitation: string | undefined
  appKey: string | undefined
}

/** The attempt is a cookie of the browser, as with OpenID Connect; its state is the id of the request. */
export async function beginSaml(
  chat: Identity,
  realm: Realm | undefined,
  { provider: providerId, next, invitation, appKey }: Begin,
): Promise<{ url: string; attempt: OpenIdAttempt }> {
  const row = await requireSaml(chat, realm, providerId)
  const requestId = `_${randomBytes(20).toString('hex')}`
  const url = await samlRequestUrl(chat, realm!, row, requestId)
  const checks = { state: requestId, nonce: '', codeVerifier: '' }
  const of = { realmId: realm!.id, providerId, callback: samlService(chat, realm!, providerId).acsUrl }
  const attempt = { checks, ...of, next: ownPage(next), invitation, appKey }
  return { url, attempt }
}

export function samlRequestUrl(
  chat: PublicAddress,
  realm: Realm,
  row: IdentityProvidersTable,
  requestId: string,
): Promise<string> {
  const { entityId, acsUrl } = samlService(chat, realm, row.id)
  const { signInUrl, certificates } = readSamlProvider(row)
  const saml = new SAML({
    entryPoint: signInUrl,
    issuer: entityId,
    callbackUrl: acsUrl,
    idpCert: certificates,
    validateInResponseTo: ValidateInResponseTo.never,
    generateUniqueId: () => requestId,
    // Whatever the provider has.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  })
  return saml.getAuthorizeUrlAsync('', undefined, {})
}

type ReadAssertion = Omit<SamlAssertion, 'groups'> & { groups: readonly string[] }

/** What was read of the response, for the next request of the same browser. */
interface Ticket {
  realmId: number
  providerId: number
  assertion: ReadAssertion
  /** epoch seconds */
  until: number
}

/**
 * The provider's page posts the response, so the browser sends no cookie with it. Returns the address of the page that
 * gets one. A response that nobody asked for begins a sign-in: taking it would sign people in as somebody else.
 */
export async function receiveSaml(
  chat: Identity,
  realm: Realm | undefined,
  { provider: providerId, response }: { provider: number; response: string },
): Promise<string> {
  const row = await requireSaml(chat, realm, providerId)
  const assertion = await readResponse(chat, realm!, row, response)
  if (assertion.inResponseTo === undefined) return `/api/v1/saml/${providerId}/sign_in`
  const until = secondsOf(chat.clock) + TICKET_SECONDS
  const ticket: Ticket = { realmId: realm!.id, providerId, assertion, until }
  const sealed = seal(chat, ticket)
  if (sealed.length > MAX_TICKET) {
    throw new ProviderRefusal('refused', 'The names of the groups in the response are too long together')
  }
  return `/api/v1/saml/finish?${new URLSearchParams({ ticket: sealed })}`
}

async function readResponse(
  chat: Identity,
  realm: Realm,
  row: IdentityProvidersTable,
  response: string,
): Promise<ReadAssertion> {
  const { entityId: audience, acsUrl: recipient } = samlService(chat, realm, row.id)
  const { issuer, certificates } = readSamlProvider(row)
  const now = chat.clock.now()
  const groups = readProviderGroups(row)
  const groupsAttribute = groups.attribute
  try {
    const given = { response, issuer, certificates, audience, recipient, groupsAttribute, now }
    const assertion = await parseUntrusted(`chat ${realm.id}`, { format: 'saml', ...given })
    return { ...assertion, groups: groupsThatMatter(groups, readGroupNames(assertion.groups)) }
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error
    throw new ProviderRefusal('refused', `The response ${error.message}`)
  }
}

export async function finishSaml(
  chat: Messages,
  realm: Realm | undefined,
  { ticket: sealed, cookies }: { ticket: string; cookies: string | undefined },
): Promise<ProvenPerson> {
  const ticket = unseal(chat, sealed)
  const isOpen = ticket && ticket.realmId === realm?.id && ticket.until > secondsOf(chat.clock)
  const attempt = isOpen && readAttempt(chat, realm.id, ticket.assertion.inResponseTo, cookies)
  if (!attempt || attempt.providerId !== ticket.providerId) throw new ProviderRefusal('not_begun_here')
  const row = await requireSaml(chat, realm, ticket.providerId)
  const { assertion } = ticket
  if (!(await useOnce(chat, realm.id, `saml assertion ${row.id} ${assertion.id}`, assertion.expiresAt))) {
    throw new ProviderRefusal('refused', 'The assertion was used before')
  }
  const issuer = `saml:${readSamlProvider(row).issuer}`
  const { subject, email, name, groups } = assertion
  // The organization trusts the addresses of the provider that it has set up: SAML has no word for proven ones.
  const person = { issuer, subject, email, emailVerified: true, name, groups }
  const decides = { groups: readProviderGroups(row), id: row.id }
  const about = { label: row.label, join: row.joins, setBy: row.changed_by, ...decides }
  const user = await signInByProvider(chat, realm, about, person, attempt.invitation)
  const origin = { issuer, subject, provider_session: assertion.session ?? null }
  return { user, attempt, origin }
}

async function requireSaml(
  chat: ChatPlatform,
  realm: Realm | undefined,
  id: number,
): Promise<IdentityProvidersTable> {
  const row = realm && (await identityProvidersTable.find(chat.database.read, { realm_id: realm.id, id }))
  if (row?.kind !== 'saml' || !row.is_active) throw new ProviderRefusal('not_configured')
  return row
}

const seal = ({ secrets }: ChatPlatform, ticket: Ticket): string =>
  secrets.encrypt(deflateRawSync(JSON.stringify(ticket)).toString('base64url'))

function unseal({ secrets }: ChatPlatform, sealed: string): Ticket | undefined {
  try {
    const packed = Buffer.from(secrets.decrypt(sealed), 'base64url')
    return JSON.parse(inflateRawSync(packed).toString('utf8'))
  } catch {
    return undefined
  }
}
