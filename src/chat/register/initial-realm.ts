import { integrations } from '../incoming-webhooks/integrations.ts'
import { listLinkifiers } from '../linkifiers/linkifier-store.ts'
import { viewFilter, viewLinkifier } from '../linkifiers/linkifier-view.ts'
import { knownAccounts } from '../profile-fields/profile-field-types.ts'
import { listExports } from '../realm-export/realm-export-store.ts'
import { viewExport } from '../realm-export/realm-export-view.ts'
import { realmBotDomain, realmIconSource, realmIconUrl, realmUri } from '../realms/realm-addresses.ts'
import { viewRealmSettings } from '../realms/realm-setting-fields.ts'
import { authenticationMethods } from '../server-settings/server-settings.ts'
import { viewUploadLimits } from '../uploads/upload-limits.ts'
import { isAdministrator } from '../users/user.ts'
import type { InitialPart } from './initial-context.ts'

export const initialRealm: InitialPart = async ({ chat, actor }) => {
  const { realm } = actor
  return {
    realm_name: realm.name,
    realm_description: realm.description,
    realm_uri: realmUri(chat.config.publicUrl, realm),
    realm_icon_url: realmIconUrl(chat.config.publicUrl, realm),
    realm_icon_source: realmIconSource(realm),
    ...viewUploadLimits(chat.config),
    ...viewRealmSettings(realm.settings),
    realm_authentication_methods: authenticationMethods(chat.config.development),
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_push_notifications_enabled: false,
    realm_bot_domain: realmBotDomain(chat.config.publicUrl, realm),
    realm_default_external_accounts: knownAccounts,
    realm_plan_type: 1,
    realm_available_video_chat_providers: {},
    realm_inline_image_preview: true,
    realm_inline_url_embed_preview: false,
  }
}

/** For administrators. */
export const initialExports: InitialPart = async ({ chat, db, actor: { realm, user } }) => {
  const rows = isAdministrator(user) ? await listExports(db, realm.id) : []
  return { realm_exports: rows.map((row) => viewExport(chat.config.publicUrl, realm, row)) }
}

export const initialFilters: InitialPart = async ({ db, actor }) => ({
  realm_filters: (await listLinkifiers(db, actor.realm.id)).map(viewFilter),
})

export const initialLinkifiers: InitialPart = async ({ db, actor }) => ({
  realm_linkifiers: (await listLinkifiers(db, actor.realm.id)).map(viewLinkifier),
})

export const initialWebhookBots: InitialPart = async () => ({
  realm_incoming_webhook_bots: [...integrations.values()].map(({ name, displayName }) => ({
    name,
    display_name: displayName,
    config: {},
  })),
})
