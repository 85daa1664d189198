import { listRealmEmoji } from '../custom-emoji/realm-emoji-store.ts'
import { integrations } from '../incoming-webhooks/integrations.ts'
import { realmIconUrl, realmUri } from '../realms/realm-addresses.ts'
import { authenticationMethods } from '../server-settings/server-settings.ts'
import type { InitialPart } from './initial-context.ts'

export const initialRealm: InitialPart = async ({ chat, actor }) => {
  const { realm } = actor
  const { settings } = realm
  return {
    realm_name: realm.name,
    realm_description: realm.description,
    realm_uri: realmUri(chat.config.publicUrl, realm),
    realm_icon_url: realmIconUrl(chat.config.publicUrl, realm),
    realm_icon_source: 'G',
    realm_allow_message_editing: settings.allow_message_editing,
    realm_message_content_edit_limit_seconds: settings.message_content_edit_limit_seconds,
    realm_allow_edit_history: settings.allow_edit_history,
    realm_allow_community_topic_editing: settings.allow_community_topic_editing,
    realm_allow_message_deleting: settings.allow_message_deleting,
    realm_message_content_delete_limit_seconds: settings.message_content_delete_limit_seconds,
    realm_create_stream_policy: settings.create_stream_policy === 'members' ? 1 : 2,
    realm_invite_to_stream_policy: settings.invite_to_stream_policy === 'members' ? 1 : 2,
    realm_notifications_stream_id: settings.notifications_stream_id ?? -1,
    realm_signup_notifications_stream_id: -1,
    realm_authentication_methods: authenticationMethods(chat.config.development),
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_push_notifications_enabled: false,
    realm_bot_domain: new URL(chat.config.publicUrl).hostname,
    realm_default_language: 'en',
    realm_plan_type: 1,
    realm_available_video_chat_providers: {},
    realm_inline_image_preview: false,
    realm_inline_url_embed_preview: false,
    realm_mandatory_topics: true,
    realm_email_changes_disabled: false,
    realm_name_changes_disabled: false,
    realm_avatar_changes_disabled: false,
    realm_waiting_period_threshold: 0,
  }
}

export const initialEmoji: InitialPart = async ({ db, actor }) => {
  const rows = await listRealmEmoji(db, actor.realm.id)
  return {
    realm_emoji: Object.fromEntries(
      rows.map((row) => [
        String(row.id),
        {
          id: String(row.id),
          name: row.name,
          source_url: row.source_url,
          deactivated: row.deactivated === 1,
          author: { id: row.author_id, email: row.author_email, full_name: row.author_name },
        },
      ]),
    ),
  }
}

export const initialWebhookBots: InitialPart = async () => ({
  realm_incoming_webhook_bots: [...integrations.values()].map(({ name, displayName }) => ({
    name,
    display_name: displayName,
    config: {},
  })),
})
