import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { realmIconUrl, realmUri } from '../../identity/realms/realm-addresses.ts'
import { renderShortText } from '../../markdown/render-short-text.ts'
import { CHAT_VERSION, FEATURE_LEVEL } from './server-version.ts'

export const authenticationMethods = (development: boolean) => ({
  dev: development,
  email: true,
  ldap: false,
  password: true,
  remoteuser: false,
  saml: false,
})

export function serverSettings(chat: ChatPlatform, realm: Realm | undefined, client: string) {
  return {
    authentication_methods: authenticationMethods(chat.config.development),
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
    external_authentication_methods: [],
  }
}
