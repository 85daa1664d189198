import { type TSchema, Type } from '@sinclair/typebox'
import { StreamSchema, streamFields } from '../streams/stream-view.ts'
import { SubscriptionSchema } from '../subscriptions/subscription-view.ts'
import { UserSchema } from '../users/user-view.ts'

const exact = { additionalProperties: false }
const list = (item: TSchema) => Type.Optional(Type.Array(item))
const ids = Type.Array(Type.Integer())
const flag = Type.Optional(Type.Boolean())
const text = Type.Optional(Type.String())
const number = Type.Optional(Type.Integer())

const Person = Type.Omit(UserSchema, ['is_active', 'bot_owner'], exact)

const Subscription = Type.Object(
  { ...Type.Omit(SubscriptionSchema, ['subscribers']).properties, subscribers: Type.Optional(ids) },
  exact,
)

const Bot = Type.Object(
  {
    user_id: Type.Integer(),
    email: Type.String(),
    full_name: Type.String(),
    bot_type: Type.Integer(),
    is_active: Type.Boolean(),
    avatar_url: Type.String(),
    owner_id: Type.Union([Type.Integer(), Type.Null()]),
    owner: Type.Union([Type.String(), Type.Null()]),
    default_sending_stream: Type.Null(),
    default_events_register_stream: Type.Null(),
    default_all_public_streams: Type.Boolean(),
    api_key: Type.String(),
  },
  exact,
)

const ProfileField = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    type: Type.Integer(),
    hint: Type.String(),
    field_data: Type.String(),
    order: Type.Integer(),
  },
  exact,
)

export const RealmEmojiSchema = Type.Record(
  Type.String(),
  Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      source_url: Type.String(),
      deactivated: Type.Boolean(),
      author: Type.Object({ id: Type.Integer(), email: Type.String(), full_name: Type.String() }, exact),
    },
    exact,
  ),
)

const UnreadMessages = Type.Object(
  {
    count: Type.Integer(),
    pms: Type.Array(Type.Object({ sender_id: Type.Integer(), unread_message_ids: ids }, exact)),
    streams: Type.Array(
      Type.Object(
        { stream_id: Type.Integer(), topic: Type.String(), unread_message_ids: ids, sender_ids: ids },
        exact,
      ),
    ),
    huddles: Type.Array(Type.Object({ user_ids_string: Type.String(), unread_message_ids: ids }, exact)),
    mentions: ids,
  },
  exact,
)

const realmFields = {
  realm_name: text,
  realm_description: text,
  realm_uri: text,
  realm_icon_url: text,
  realm_icon_source: text,
  realm_allow_message_editing: flag,
  realm_message_content_edit_limit_seconds: number,
  realm_allow_edit_history: flag,
  realm_allow_community_topic_editing: flag,
  realm_allow_message_deleting: flag,
  realm_message_content_delete_limit_seconds: number,
  realm_create_stream_policy: number,
  realm_invite_to_stream_policy: number,
  realm_notifications_stream_id: number,
  realm_signup_notifications_stream_id: number,
  realm_authentication_methods: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
  realm_email_auth_enabled: flag,
  realm_password_auth_enabled: flag,
  realm_push_notifications_enabled: flag,
  realm_bot_domain: text,
  realm_default_language: text,
  realm_plan_type: number,
  realm_available_video_chat_providers: Type.Optional(Type.Object({}, exact)),
  realm_inline_image_preview: flag,
  realm_inline_url_embed_preview: flag,
  realm_mandatory_topics: flag,
  realm_email_changes_disabled: flag,
  realm_name_changes_disabled: flag,
  realm_avatar_changes_disabled: flag,
  realm_waiting_period_threshold: number,
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

const displayFields = {
  twenty_four_hour_time: flag,
  night_mode: flag,
  dense_mode: flag,
  left_side_userlist: flag,
  high_contrast_mode: flag,
  starred_message_counts: flag,
  translate_emoticons: flag,
  default_language: text,
  emojiset: text,
  emojiset_choices: list(Type.Object({ key: Type.String(), text: Type.String() }, exact)),
  demote_inactive_streams: number,
  fluid_layout_width: flag,
  timezone: text,
}

const notificationFields = {
  enable_desktop_notifications: flag,
  enable_sounds: flag,
  enable_offline_email_notifications: flag,
  enable_offline_push_notifications: flag,
  enable_online_push_notifications: flag,
  enable_stream_desktop_notifications: flag,
  enable_stream_email_notifications: flag,
  enable_stream_push_notifications: flag,
  enable_stream_audible_notifications: flag,
  wildcard_mentions_notify: flag,
  enable_digest_emails: flag,
  enable_login_emails: flag,
  available_notification_sounds: list(Type.String()),
}

/** Each key is there when its event type was asked for. */
export const InitialDataSchema = Type.Object(
  {
    alert_words: list(Type.String()),
    custom_profile_fields: list(ProfileField),
    custom_profile_field_types: Type.Optional(
      Type.Record(Type.String(), Type.Object({ id: Type.Integer(), name: Type.String() }, exact)),
    ),
    realm_default_stream_groups: list(Type.Unknown()),
    realm_default_streams: list(StreamSchema),
    hotspots: list(Type.Unknown()),
    max_message_id: number,
    muted_topics: list(Type.Array(Type.Union([Type.String(), Type.Integer()]), { minItems: 3, maxItems: 3 })),
    pointer: number,
    presences: Type.Optional(Type.Object({}, exact)),
    realm_bots: list(Bot),
    realm_domains: list(Type.Unknown()),
    realm_embedded_bots: list(Type.Unknown()),
    realm_emoji: Type.Optional(RealmEmojiSchema),
    realm_filters: list(Type.Unknown()),
    realm_incoming_webhook_bots: list(
      Type.Object(
        { name: Type.String(), display_name: Type.String(), config: Type.Object({}, exact) },
        exact,
      ),
    ),
    realm_users: list(Person),
    realm_non_active_users: list(Person),
    cross_realm_bots: list(Person),
    realm_user_groups: list(Type.Unknown()),
    recent_private_conversations: list(Type.Object({ max_message_id: Type.Integer(), user_ids: ids }, exact)),
    starred_messages: Type.Optional(ids),
    stop_words: list(Type.String()),
    streams: list(StreamSchema),
    stream_name_max_length: number,
    stream_description_max_length: number,
    subscriptions: list(Subscription),
    unsubscribed: list(Subscription),
    never_subscribed: list(Type.Object({ ...streamFields, subscribers: Type.Optional(ids) }, exact)),
    unread_msgs: Type.Optional(UnreadMessages),
    user_status: Type.Optional(Type.Object({}, exact)),
    ...realmFields,
    ...ownFields,
    ...displayFields,
    ...notificationFields,
  },
  exact,
)
