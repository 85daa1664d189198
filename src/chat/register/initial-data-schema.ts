import { type TSchema, Type } from '@sinclair/typebox'
import { RealmDomainSchema } from '../accounts/domains/realm-domain-events.ts'
import { uploadLimitFields } from '../files/uploads/upload-limits.ts'
import { realmSettingSchemas } from '../identity/realms/realm-setting-fields.ts'
import { RealmEmojiSchema } from '../markdown/custom-emoji/realm-emoji-events.ts'
import { FilterSchema, LinkifierSchema } from '../markdown/linkifiers/linkifier-events.ts'
import { PlaygroundSchema } from '../markdown/playgrounds/playground-events.ts'
import { DraftSchema } from '../messages/drafts/draft-events.ts'
import { ReminderSchema } from '../messages/reminders/reminder-events.ts'
import { SavedSnippetSchema } from '../messages/saved-snippets/saved-snippet-events.ts'
import { ScheduledMessageSchema } from '../messages/scheduled-messages/scheduled-message-events.ts'
import { RealmExportSchema } from '../organization/export/realm-export-events.ts'
import { BotCommandSchema } from '../people/bots/bot-command-events.ts'
import { BotSchema } from '../people/bots/bot-view.ts'
import { NavigationViewSchema } from '../people/navigation-views/navigation-view-events.ts'
import { PresencesSchema } from '../people/presence/presence-events.ts'
import { ProfileFieldSchema } from '../people/profile-fields/profile-field-schema.ts'
import { initialSettingFields } from '../people/settings/initial-user-settings.ts'
import { UserSchema } from '../people/user-events.ts'
import { UserGroupSchema } from '../people/user-groups/user-group-events.ts'
import { PersonStatusesSchema } from '../people/user-status/person-status-view.ts'
import { ChannelFolderSchema } from '../streams/channel-folders/channel-folder-events.ts'
import { StreamSchema, streamFields } from '../streams/stream-events.ts'
import { SubscriptionSchema } from '../streams/subscriptions/subscription-view.ts'
import { UserTopicSchema } from '../streams/topic-visibility/user-topic-events.ts'
import { unofferedSchemas } from './unoffered-fields.ts'

const exact = { additionalProperties: false }
const list = (item: TSchema) => Type.Optional(Type.Array(item))
const ids = Type.Array(Type.Integer())
const flag = Type.Optional(Type.Boolean())
const text = Type.Optional(Type.String())
const number = Type.Optional(Type.Integer())

const Person = Type.Omit(UserSchema, ['bot_owner'], exact)

const Subscription = Type.Object(
  { ...Type.Omit(SubscriptionSchema, ['subscribers']).properties, subscribers: Type.Optional(ids) },
  exact,
)

const UnreadMessages = Type.Object(
  {
    count: Type.Integer(),
    pms: Type.Array(
      Type.Object(
        { sender_id: Type.Integer(), other_user_id: Type.Integer(), unread_message_ids: ids },
        exact,
      ),
    ),
    streams: Type.Array(
      Type.Object(
        { stream_id: Type.Integer(), topic: Type.String(), unread_message_ids: ids, sender_ids: ids },
        exact,
      ),
    ),
    huddles: Type.Array(Type.Object({ user_ids_string: Type.String(), unread_message_ids: ids }, exact)),
    mentions: ids,
    old_unreads_missing: Type.Boolean({ description: 'True if only the newest 50000 are listed.' }),
  },
  exact,
)

const realmFields = {
  realm_name: text,
  realm_description: text,
  realm_uri: text,
  realm_icon_url: text,
  realm_icon_source: text,
  ...realmSettingSchemas,
  realm_authentication_methods: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
  realm_email_auth_enabled: flag,
  realm_password_auth_enabled: flag,
  realm_push_notifications_enabled: flag,
  realm_wildcard_mention_policy: number,
  max_stream_name_length: number,
  max_stream_description_length: number,
  max_topic_length: number,
  realm_empty_topic_display_name: text,
  realm_delete_own_message_policy: number,
  server_presence_ping_interval_seconds: number,
  server_presence_offline_threshold_seconds: number,
  event_queue_longpoll_timeout_seconds: number,
  server_emoji_data_url: text,
  realm_bot_domain: text,
  realm_default_external_accounts: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object(
        { name: Type.String(), text: Type.String(), hint: Type.String(), url_pattern: Type.String() },
        exact,
      ),
    ),
  ),
  realm_plan_type: number,
  realm_available_video_chat_providers: Type.Optional(
    Type.Record(Type.String(), Type.Object({ name: Type.String(), id: Type.Integer() }, exact)),
  ),
  realm_inline_image_preview: flag,
  realm_inline_url_embed_preview: flag,
  realm_invite_required: flag,
  ...unofferedSchemas,
}

const ownFields = {
  user_id: number,
  email: text,
  delivery_email: text,
  full_name: text,
  is_admin: flag,
  is_guest: flag,
  avatar_url: text,
  avatar_url_medium: text,
  avatar_source: text,
  enter_sends: flag,
  can_create_streams: flag,
  can_subscribe_other_users: flag,
}

/** Each key is present if its event type was requested. */
export const InitialDataSchema = Type.Object(
  {
    alert_words: list(Type.String()),
    channel_folders: list(ChannelFolderSchema),
    custom_profile_fields: list(ProfileFieldSchema),
    custom_profile_field_types: Type.Optional(
      Type.Record(Type.String(), Type.Object({ id: Type.Integer(), name: Type.String() }, exact)),
    ),
    realm_default_stream_groups: list(Type.Unknown()),
    realm_default_streams: Type.Optional(
      Type.Union([Type.Array(StreamSchema), ids], { description: 'Ids for clients of newer levels.' }),
    ),
    drafts: list(DraftSchema),
    hotspots: list(Type.Unknown()),
    max_message_id: number,
    muted_topics: list(Type.Array(Type.Union([Type.String(), Type.Integer()]), { minItems: 3, maxItems: 3 })),
    muted_users: list(Type.Object({ id: Type.Integer(), timestamp: Type.Integer() }, exact)),
    navigation_views: list(NavigationViewSchema),
    pointer: number,
    presences: Type.Optional(PresencesSchema),
    realm_bots: list(BotSchema),
    bot_commands: list(BotCommandSchema),
    realm_domains: list(RealmDomainSchema),
    realm_embedded_bots: list(Type.Unknown()),
    realm_emoji: Type.Optional(RealmEmojiSchema),
    realm_exports: list(RealmExportSchema),
    realm_filters: list(FilterSchema),
    realm_incoming_webhook_bots: list(
      Type.Object(
        { name: Type.String(), display_name: Type.String(), config: Type.Object({}, exact) },
        exact,
      ),
    ),
    realm_linkifiers: list(LinkifierSchema),
    realm_playgrounds: list(PlaygroundSchema),
    realm_users: list(Person),
    realm_non_active_users: list(Person),
    cross_realm_bots: list(Person),
    realm_user_groups: list(UserGroupSchema),
    recent_private_conversations: list(Type.Object({ max_message_id: Type.Integer(), user_ids: ids }, exact)),
    saved_snippets: list(SavedSnippetSchema),
    starred_messages: Type.Optional(ids),
    stop_words: list(Type.String()),
    scheduled_messages: list(ScheduledMessageSchema),
    reminders: list(ReminderSchema),
    streams: list(StreamSchema),
    stream_name_max_length: number,
    stream_description_max_length: number,
    subscriptions: list(Subscription),
    unsubscribed: list(Subscription),
    never_subscribed: list(Type.Object({ ...streamFields, subscribers: Type.Optional(ids) }, exact)),
    unread_msgs: Type.Optional(UnreadMessages),
    user_topics: list(UserTopicSchema),
    user_status: Type.Optional(PersonStatusesSchema),
    ...realmFields,
    ...uploadLimitFields,
    ...ownFields,
    ...initialSettingFields,
  },
  exact,
)
