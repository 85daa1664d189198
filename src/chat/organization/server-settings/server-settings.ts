import type { ChatPlatform } from '../../chat-platform.ts'
import { realmIconUrl, realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { renderShortText } from '../../markdown/render-short-text.ts'
import { CHAT_VERSION, FEATURE_LEVEL } from './server-version.ts'

export const authenticationMethods = ({ config, openid }: ChatPlatform) => ({
  dev: config.development,
  email: true,
  ldap: false,
  password: true,
  remoteuser: false,
  saml: false,
  // The key of the API family.
  ...(openid && { 'openid connect': true }),
})

export function serverSettings(chat: ChatPlatform, realm: Realm | undefined, client: string) {
  return {
    authentication_methods: authenticationMethods(chat),
    chat_version: CHAT_VERSION,
    zulip_version: CHAT_VERSION,
    zulip_feature_level: FEATURE_LEVEL,
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
    }),
    external_authentication_methods: externalMethods(chat),
  }
}

/** Of this server, for all its organizations. The same page signs in and up. */
function externalMethods({ openid }: ChatPlatform) {
  if (!openid) return []
  const url = '/api/v1/openid/sign_in'
  const { label } = openid.settings
  return [{ name: 'oidc:default', display_name: label, display_icon: null, login_url: url, signup_url: url }]
}
