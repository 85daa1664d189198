import { integrations } from '../bots/incoming-webhooks/integrations.ts'
import { viewUploadLimits } from '../files/uploads/upload-limits.ts'
import { may } from '../identity/permissions.ts'
import {
  realmBotDomain,
  realmIconSource,
  realmIconUrl,
  realmUri,
} from '../identity/realms/realm-addresses.ts'
import { viewRealmSettings } from '../identity/realms/realm-setting-fields.ts'
import { listLinkifiers } from '../markdown/linkifiers/linkifier-store.ts'
import { viewFilter, viewLinkifier } from '../markdown/linkifiers/linkifier-view.ts'
import { listPlaygrounds } from '../markdown/playgrounds/playground-store.ts'
import { viewPlayground } from '../markdown/playgrounds/playground-view.ts'
import { listExports } from '../organization/export/realm-export-store.ts'
import { viewExport } from '../organization/export/realm-export-view.ts'
import { authenticationMethods } from '../organization/server-settings/server-settings.ts'
import type { InitialPart } from '../people/initial-context.ts'
import { knownAccounts } from '../people/profile-fields/profile-field-types.ts'
import { unofferedFields } from './unoffered-fields.ts'

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
    realm_authentication_methods: authenticationMethods(chat),
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_push_notifications_enabled: false,
    realm_bot_domain: realmBotDomain(chat.config.publicUrl, realm),
    realm_default_external_accounts: knownAccounts,
    realm_plan_type: 1,
    realm_available_video_chat_providers: {},
    realm_inline_image_preview: true,
    realm_inline_url_embed_preview: false,
    realm_invite_required: chat.openid?.settings.join !== 'everyone',
    ...unofferedFields,
  }
}

/** Only for administrators. */
export const initialExports: InitialPart = async ({ chat, db, actor: { realm, user } }) => {
  const rows = may(user, 'export the organization') ? await listExports(db, realm.id) : []
  return { realm_exports: rows.map((row) => viewExport(chat.config.publicUrl, realm, row)) }
}

export const initialFilters: InitialPart = async ({ db, actor }) => ({
  realm_filters: (await listLinkifiers(db, actor.realm.id)).map(viewFilter),
})

export const initialLinkifiers: InitialPart = async ({ db, actor }) => ({
  realm_linkifiers: (await listLinkifiers(db, actor.realm.id)).map(viewLinkifier),
})

export const initialPlaygrounds: InitialPart = async ({ db, actor }) => ({
  realm_playgrounds: (await listPlaygrounds(db, actor.realm.id)).map(viewPlayground),
})

export const initialWebhookBots: InitialPart = async () => ({
  realm_incoming_webhook_bots: [...integrations.values()].map(({ name, displayName }) => ({
    name,
    display_name: displayName,
    config: {},
  })),
})
