import { randomBytes } from 'node:crypto'
import { secondsOf } from '../../../platform/clock.ts'
import { isIssuer } from '../../../platform/outgoing/openid-settings.ts'
import { type ProviderCheck, testOpenIdProvider } from '../../../platform/outgoing/test-openid-provider.ts'
import { testSamlProvider } from '../../../platform/outgoing/test-saml-provider.ts'
import type { SamlMetadata } from '../../../platform/parsers/parse-saml-metadata.ts'
import { ParseFailure, parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import { type IdentityProvidersTable, identityProvidersTable } from './identity-providers-table.ts'
import {
  logoutUri,
  type OpenIdProviderSettings,
  openIdProviderOf,
  readOpenIdProvider,
  redirectUriOf,
} from './openid-flow.ts'
import { checkProviderGroups, type ProviderGroups, readProviderGroups } from './provider-groups.ts'
import { readSamlProvider, samlRequestUrl, samlService } from './saml-flow.ts'

const MAX_PROVIDERS = 10
const MAX_LABEL = 60
const MAX_LENGTH = 500
const MAX_METADATA = 100_000

function readJoin(text: string | undefined): 'invited' | 'everyone' | undefined {
  if (text === undefined || text === 'invited' || text === 'everyone') return text
  throw badRequest('join must be invited or everyone')
}

/** undefined: unchanged */
export interface GivenProvider {
  label: string | undefined
  join: string | undefined
  is_active: boolean | undefined
  issuer: string | undefined
  client_id: string | undefined
  /** empty: unchanged, too */
  client_secret: string | undefined
  trusts_addresses: boolean | undefined
  own_redirect_uri: boolean | undefined
  /** of a SAML provider, as XML */
  metadata: string | undefined
  groups: ProviderGroups | undefined
}

export const listIdentityProviders = ({ database }: ChatPlatform, { realm }: Actor) =>
  identityProvidersTable.list(database.read, { realm_id: realm.id })

export function viewIdentityProvider(chat: ChatPlatform, realm: Realm, row: IdentityProvidersTable) {
  const about = {
    id: row.id,
    kind: row.kind,
    label: row.label,
    join: row.joins,
    is_active: row.is_active === 1,
    has_secret: row.secret_sealed !== null,
    groups: readProviderGroups(row),
  }
  if (row.kind === 'saml') {
    const { entityId, acsUrl } = samlService(chat, realm, row.id)
    const { issuer, signInUrl } = readSamlProvider(row)
    return { ...about, issuer, sign_in_url: signInUrl, entity_id: entityId, redirect_uri: acsUrl }
  }
  const { issuer, clientId, trustsAddresses, hasOwnCallback = false } = readOpenIdProvider(row)
  return {
    ...about,
    issuer,
    client_id: clientId,
    trusts_addresses: trustsAddresses,
    own_redirect_uri: hasOwnCallback,
    redirect_uri: redirectUriOf(chat, realm, row),
    logout_uri: logoutUri(chat, realm),
  }
}

export async function addIdentityProvider(
  chat: ChatPlatform,
  actor: Actor,
  given: GivenProvider,
): Promise<number> {
  const { realm } = actor
  const metadata = await readMetadata(realm, given.metadata)
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const known = await identityProvidersTable.list(db, { realm_id: realm.id })
    if (known.length >= MAX_PROVIDERS)
      throw badRequest(`Too many identity providers (limit: ${MAX_PROVIDERS})`)
    const row = { ...fresh(actor, metadata !== undefined), id: await transaction.next('identity_providers') }
    const added = withGiven(chat, actor, row, given, metadata)
    await identityProvidersTable.insert(db, added)
    await recordProvider(transaction, 'added', undefined, added)
    return row.id
  })
}

export async function changeIdentityProvider(
  chat: ChatPlatform,
  actor: Actor,
  id: number,
  given: GivenProvider,
): Promise<void> {
  const { realm } = actor
  const metadata = await readMetadata(realm, given.metadata)
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const row = await accessProvider(db, actor, id)
    if (metadata && row.kind !== 'saml') throw badRequest('Only SAML providers have metadata')
    const changed = withGiven(chat, actor, row, given, metadata)
    await identityProvidersTable.put(db, changed)
    await recordProvider(transaction, 'changed', row, changed)
  })
}

/** People who signed in there keep their accounts and sessions. */
export function removeIdentityProvider(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  const { realm } = actor
  return chat.transact(realm.id, async (transaction) => {
    const row = await accessProvider(transaction.db, actor, id)
    await identityProvidersTable.remove(transaction.db, { realm_id: realm.id, id })
    await recordProvider(transaction, 'removed', row, undefined)
  })
}

function recordProvider(
  transaction: ChatTransaction,
  what: 'added' | 'changed' | 'removed',
  before: IdentityProvidersTable | undefined,
  after: IdentityProvidersTable | undefined,
): Promise<void> {
  const { id, label } = (after ?? before)!
  const shown = (row: IdentityProvidersTable | undefined) =>
    row
      ? {
          kind: row.kind,
          label: row.label,
          join: row.joins,
          is_active: row.is_active === 1,
          ...settingsIn(row),
        }
      : null
  const isSecretNew = before !== undefined && before.secret_sealed !== after?.secret_sealed
  return recordAudit(transaction, {
    action: `identity_provider.${what}`,
    id,
    name: label,
    before: shown(before),
    after: after ? { ...shown(after), ...(isSecretNew && { has_new_secret: true }) } : null,
  })
}

const settingsIn = (row: IdentityProvidersTable): object => JSON.parse(row.settings)

/** Works before the provider is switched on. */
export async function testIdentityProvider(
  chat: ChatPlatform,
  actor: Actor,
  id: number,
): Promise<ProviderCheck[]> {
  const row = await accessProvider(chat.database.read, actor, id)
  const { webhooksToPrivateNetworks } = chat.config
  if (row.kind === 'saml') {
    const url = await samlRequestUrl(chat, actor.realm, row, `_${randomBytes(20).toString('hex')}`)
    return testSamlProvider(readSamlProvider(row), url, webhooksToPrivateNetworks, chat.clock.now())
  }
  return testOpenIdProvider(
    openIdProviderOf(chat, row),
    redirectUriOf(chat, actor.realm, row),
    webhooksToPrivateNetworks,
  )
}

async function accessProvider(db: Db, { realm }: Actor, id: number): Promise<IdentityProvidersTable> {
  const row = await identityProvidersTable.find(db, { realm_id: realm.id, id })
  if (!row) throw badRequest('No such identity provider')
  return row
}

const fresh = ({ realm, user }: Actor, isSaml: boolean): IdentityProvidersTable => ({
  realm_id: realm.id,
  id: 0,
  kind: isSaml ? 'saml' : 'openid',
  label: '',
  joins: 'invited',
  is_active: 0,
  settings: JSON.stringify({ issuer: '', clientId: '', trustsAddresses: false, hasOwnCallback: true }),
  secret_sealed: null,
  changed_by: user.id,
  changed_at: 0,
})

/** undefined: none is given */
async function readMetadata(realm: Realm, xml: string | undefined): Promise<SamlMetadata | undefined> {
  if (!xml?.trim()) return undefined
  if (xml.length > MAX_METADATA) throw badRequest('The metadata is too long')
  const metadata = await parseUntrusted(`chat ${realm.id}`, { format: 'saml-metadata', xml }).catch(
    (error) => {
      throw error instanceof ParseFailure ? badRequest(`The metadata ${error.message}`) : error
    },
  )
  if (!isIssuer(metadata.signInUrl))
    throw badRequest('The sign-in address in the metadata must start with https://')
  if (metadata.issuer === '') throw badRequest('The metadata has no entityID')
  return metadata
}

function withGiven(
  chat: ChatPlatform,
  { user }: Actor,
  row: IdentityProvidersTable,
  { metadata: _xml, groups, ...given }: GivenProvider,
  metadata: SamlMetadata | undefined,
): IdentityProvidersTable {
  const label = given.label?.trim() ?? row.label
  if (label === '') throw badRequest("The label can't be empty")
  if (label.length > MAX_LABEL) throw badRequest('The label is too long')
  if (Object.values(given).some((value) => String(value).length > MAX_LENGTH)) {
    throw badRequest('A setting is too long')
  }
  const kept = groups ? checkProviderGroups(groups) : readProviderGroups(row)
  const { settings, secret_sealed } =
    row.kind === 'openid'
      ? openIdSettings(chat, row, given)
      : { settings: metadata ?? readSamlProvider(row), secret_sealed: null }
  return {
    ...row,
    settings: JSON.stringify({ ...settings, groups: kept }),
    secret_sealed,
    label,
    joins: readJoin(given.join) ?? row.joins,
    is_active: Number(given.is_active ?? row.is_active === 1),
    changed_by: user.id,
    changed_at: secondsOf(chat.clock),
  }
}

function openIdSettings(
  { secrets }: ChatPlatform,
  row: IdentityProvidersTable,
  given: Omit<GivenProvider, 'metadata' | 'groups'>,
): { settings: OpenIdProviderSettings; secret_sealed: string } {
  const before = readOpenIdProvider(row)
  const settings = {
    issuer: given.issuer?.trim() ?? before.issuer,
    clientId: given.client_id?.trim() ?? before.clientId,
    trustsAddresses: given.trusts_addresses ?? before.trustsAddresses,
    hasOwnCallback: given.own_redirect_uri ?? before.hasOwnCallback ?? false,
  }
  if (!isIssuer(settings.issuer)) throw badRequest('issuer must be an address that starts with https://')
  if (settings.clientId === '') throw badRequest("client_id can't be empty")
  // A secret is sent only to the issuer for which it was given.
  const kept = settings.issuer === before.issuer ? row.secret_sealed : null
  const secret_sealed = given.client_secret ? secrets.encrypt(given.client_secret) : kept
  if (secret_sealed === null) throw badRequest('client_secret is required for a new issuer')
  return { settings, secret_sealed }
}
