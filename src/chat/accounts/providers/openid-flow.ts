import type { FastifyRequest } from 'fastify'
import { fetchOutside } from '../../../platform/outgoing/fetch-outside.ts'
import { OpenIdProvider } from '../../../platform/outgoing/openid-provider.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Identity } from '../../identity/identity.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Messages } from '../../messages/messages.ts'
import { type IdentityProvidersTable, identityProvidersTable } from './identity-providers-table.ts'
import { type OpenIdAttempt, readAttempt } from './openid-attempt.ts'
import { noGroups, readGroupNames, readProviderGroups } from './provider-groups.ts'
import { ownPage, ProviderRefusal } from './provider-refusal.ts'
import type { ProvenPerson } from './provider-session.ts'
import { type SignInProvider, signInByProvider } from './sign-in-by-provider.ts'

/**
 * Fixed, and registered at the provider for the host of each organization. With a path for each provider, one that is
 * hostile cannot pass its responses off as those of another (RFC 9700, section 4.4.2.2). `id`: of the provider; undefined:
 * the path of the provider of the server, which those of organizations shared before they had their own.
 */
export const redirectUri = ({ config }: Pick<ChatPlatform, 'config'>, realm: Realm, id: number | undefined) =>
  `${realmUri(config.publicUrl, realm)}/api/v1/openid/${id === undefined ? '' : `${id}/`}callback`

export const redirectUriOf = (
  chat: Pick<ChatPlatform, 'config'>,
  realm: Realm,
  row: IdentityProvidersTable,
): string => redirectUri(chat, realm, readOpenIdProvider(row).hasOwnCallback ? row.id : undefined)

/** Where the provider says that somebody has signed out there. Its signature says which provider it is. */
export const logoutUri = ({ config }: Pick<ChatPlatform, 'config'>, realm: Realm) =>
  `${realmUri(config.publicUrl, realm)}/api/v1/openid/backchannel_logout`

interface Begin {
  next: string | undefined
  invitation: string | undefined
  /** of the organization; undefined: the one of the server */
  provider: number | undefined
  appKey: string | undefined
}

export async function beginOpenId(
  chat: Identity,
  realm: Realm | undefined,
  { next, invitation, provider: providerId, appKey }: Begin,
): Promise<{ url: string; attempt: OpenIdAttempt }> {
  const { provider, callback } = await requireProvider(chat, realm, providerId)
  if (!realm) throw new ProviderRefusal('not_registered')
  const { url, checks } = await provider.begin(callback)
  const of = { realmId: realm.id, providerId, callback }
  return { url, attempt: { checks, ...of, next: ownPage(next), invitation, appKey } }
}

/** `id`: the provider that the path of the request names. */
export async function finishOpenId(
  chat: Messages,
  realm: Realm | undefined,
  { state, id }: { state: string | undefined; id: number | undefined },
  request: FastifyRequest,
): Promise<ProvenPerson> {
  const attempt = realm && readAttempt(chat, realm.id, state, request.headers.cookie)
  if (!attempt) throw new ProviderRefusal('not_begun_here')
  if (attempt.callback !== redirectUri(chat, realm, id)) {
    throw new ProviderRefusal('refused', 'The response came to the address of another provider')
  }
  const { provider, about } = await requireProvider(chat, realm, attempt.providerId)
  const callback = new URL(attempt.callback)
  callback.search = request.url.split('?')[1] ?? ''
  const person = await provider.finish(callback, attempt.checks)
  const groups = readGroupNames(person.groups)
  const isProven = person.emailVerified || about.trustsAddresses
  const proven = { ...person, emailVerified: isProven, groups }
  return {
    user: await signInByProvider(chat, realm, about, proven, attempt.invitation),
    attempt,
    origin: {
      issuer: person.issuer,
      subject: person.subject,
      provider_session: person.session ?? null,
    },
  }
}

interface Found {
  provider: OpenIdProvider
  /** its redirect URI */
  callback: string
  about: SignInProvider & { trustsAddresses: boolean }
}

async function requireProvider(
  chat: ChatPlatform,
  realm: Realm | undefined,
  id: number | undefined,
): Promise<Found> {
  if (id === undefined) {
    const { openid: provider } = chat
    if (!provider) throw new ProviderRefusal('not_configured')
    const { label, join } = provider.settings
    const about = { label, join, setBy: undefined, groups: noGroups, id, trustsAddresses: false }
    return { provider, callback: realm ? redirectUri(chat, realm, undefined) : '', about }
  }
  const row = realm && (await identityProvidersTable.find(chat.database.read, { realm_id: realm.id, id }))
  if (row?.kind !== 'openid' || !row.is_active) throw new ProviderRefusal('not_configured')
  const { label, joins, changed_by: setBy } = row
  const { trustsAddresses } = readOpenIdProvider(row)
  const groups = readProviderGroups(row)
  const about = { label, join: joins, setBy, groups, id, trustsAddresses }
  return { provider: openIdProviderOf(chat, row), callback: redirectUriOf(chat, realm!, row), about }
}

export interface OpenIdProviderSettings {
  issuer: string
  clientId: string
  /** for providers that do not send `email_verified` */
  trustsAddresses: boolean
  /** whether its redirect URI is its own; undefined: it was registered when providers shared one */
  hasOwnCallback?: boolean
}

export const readOpenIdProvider = ({ settings }: IdentityProvidersTable): OpenIdProviderSettings =>
  JSON.parse(settings)

/** Its addresses and keys are asked for at each sign-in: a changed setting counts at once, on all servers. */
export function openIdProviderOf(
  {
    config,
    secrets,
    clock,
  }: Pick<ChatPlatform, 'secrets' | 'clock'> & {
    config: Pick<ChatPlatform['config'], 'webhooksToPrivateNetworks'>
  },
  row: IdentityProvidersTable,
): OpenIdProvider {
  const { issuer, clientId } = readOpenIdProvider(row)
  const clientSecret = row.secret_sealed === null ? '' : secrets.decrypt(row.secret_sealed)
  const settings = { issuer, clientId, clientSecret, label: row.label, join: row.joins }
  const { attribute: groupsClaim } = readProviderGroups(row)
  const fetch = fetchOutside(config.webhooksToPrivateNetworks)
  return new OpenIdProvider(settings, clock, { fetch, groupsClaim })
}
