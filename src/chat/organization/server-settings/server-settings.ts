import {
  type IdentityProvidersTable,
  identityProvidersTable,
} from '../../accounts/providers/identity-providers-table.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { realmIconUrl, realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { renderShortText } from '../../markdown/render-short-text.ts'
import { CHAT_VERSION } from './server-version.ts'

/** `providers`: of the organization. */
export const authenticationMethods = (
  { config, openid }: ChatPlatform,
  providers: readonly IdentityProvidersTable[],
) => ({
  dev: config.development,
  email: true,
  ldap: false,
  password: true,
  remoteuser: false,
  saml: providers.some(({ kind }) => kind === 'saml'),
  // The key of the API family.
  ...((openid || providers.some(({ kind }) => kind === 'openid')) && { 'openid connect': true }),
})

export const listActiveProviders = (db: Db, { id }: Realm) =>
  identityProvidersTable.list(db, { realm_id: id, is_active: 1 })

export async function serverSettings(
  chat: ChatPlatform,
  realm: Realm | undefined,
  client: string,
  level: number,
) {
  const providers = realm ? await listActiveProviders(chat.database.read, realm) : []
  return {
    authentication_methods: authenticationMethods(chat, providers),
    chat_version: CHAT_VERSION,
    zulip_version: CHAT_VERSION,
    zulip_merge_base: CHAT_VERSION,
    zulip_feature_level: level,
    push_notifications_enabled: false,
    // Clients of this family send this name to test that they handle incompatibility.
    is_incompatible: client === 'ZulipInvalid',
    email_auth_enabled: true,
    require_email_format_usernames: true,
    ...(realm && {
      realm_uri: realmUri(chat.config.publicUrl, realm),
      realm_name: realm.name,
      realm_icon: realmIconUrl(chat.config.publicUrl, realm),
      realm_description: renderShortText(realm.description),
      realm_web_public_access_enabled: false,
    }),
    external_authentication_methods: externalMethods(chat, providers),
  }
}

/** Of this server, for all its organizations, and of the organization. The same page signs in and up. */
function externalMethods({ openid }: ChatPlatform, providers: readonly IdentityProvidersTable[]) {
  const method = (name: string, label: string, url: string) => ({
    name,
    display_name: label,
    display_icon: null,
    login_url: url,
    signup_url: url,
  })
  return [
    ...(openid ? [method('oidc:default', openid.settings.label, '/api/v1/openid/sign_in')] : []),
    ...providers.map(({ kind, id, label }) =>
      method(`${kind === 'saml' ? 'saml' : 'oidc'}:${id}`, label, `/api/v1/${kind}/${id}/sign_in`),
    ),
  ]
}
