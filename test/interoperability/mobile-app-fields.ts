// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
export type Wire = any

/** What a field must be: the type that the app's model casts it to. A question mark: it may be absent or null. */
export type Fields = Record<
  string,
  'int' | 'number' | 'bool' | 'text' | 'list' | 'map' | 'int?' | 'bool?' | 'text?'
>

const types: Record<string, (value: unknown) => boolean> = {
  int: Number.isInteger,
  number: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  list: Array.isArray,
  map: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** The names of the fields that the app could not read. */
export const unreadable = (value: Wire, fields: Fields) =>
  Object.entries(fields)
    .filter(([name, type]) => {
      const isOptional = type.endsWith('?') && (value[name] === undefined || value[name] === null)
      return !isOptional && !types[type.replace('?', '')]!(value[name])
    })
    .map(([name, type]) => `${name} is not ${type}: ${JSON.stringify(value[name])}`)

export const channel: Fields = {
  stream_id: 'int',
  name: 'text',
  description: 'text',
  rendered_description: 'text',
  date_created: 'int',
  first_message_id: 'int?',
  invite_only: 'bool',
  is_web_public: 'bool',
  history_public_to_subscribers: 'bool',
  message_retention_days: 'int?',
  stream_post_policy: 'int?',
  folder_id: 'int?',
  stream_weekly_traffic: 'int?',
}
export const subscription: Fields = { ...channel, pin_to_top: 'bool', is_muted: 'bool', color: 'text' }
export const person: Fields = {
  user_id: 'int',
  delivery_email: 'text?',
  email: 'text',
  full_name: 'text',
  date_joined: 'text',
  is_bot: 'bool',
  bot_type: 'int?',
  bot_owner_id: 'int?',
  role: 'int',
  timezone: 'text',
  avatar_url: 'text?',
  avatar_version: 'int',
}
export const group: Fields = {
  id: 'int',
  members: 'list',
  direct_subgroup_ids: 'list',
  name: 'text',
  description: 'text',
  is_system_group: 'bool',
}
export const message: Fields = {
  client: 'text',
  content: 'text',
  content_type: 'text',
  id: 'int',
  is_me_message: 'bool',
  reactions: 'list',
  recipient_id: 'int',
  sender_email: 'text',
  sender_full_name: 'text',
  sender_id: 'int',
  sender_realm_str: 'text',
  timestamp: 'int',
  subject: 'text',
  submessages: 'list',
}
export const edit: Fields = {
  user_id: 'int?',
  timestamp: 'int',
  prev_content: 'text?',
  prev_topic: 'text?',
  prev_stream: 'int?',
}
/** What the app reads of an edit with prev_topic. */
export const movedEdit: Fields = { ...edit, prev_topic: 'text', topic: 'text' }
export const reaction: Fields = {
  emoji_name: 'text',
  emoji_code: 'text',
  reaction_type: 'text',
  user_id: 'int',
}
export const submessage: Fields = { msg_type: 'text', content: 'text', sender_id: 'int' }
export const clientPresence: Fields = {
  client: 'text',
  status: 'text',
  timestamp: 'int',
  pushable: 'bool',
}
export const folder: Fields = {
  id: 'int',
  name: 'text',
  order: 'int?',
  date_created: 'int?',
  creator_id: 'int?',
  description: 'text',
  rendered_description: 'text',
  is_archived: 'bool',
}
export const snippet: Fields = { id: 'int', title: 'text', content: 'text', date_created: 'int' }
export const initial: Fields = {
  queue_id: 'text',
  last_event_id: 'int',
  zulip_feature_level: 'int',
  zulip_version: 'text',
  zulip_merge_base: 'text',
  alert_words: 'list',
  custom_profile_fields: 'list',
  max_stream_name_length: 'int',
  max_topic_length: 'int',
  server_presence_ping_interval_seconds: 'int',
  server_presence_offline_threshold_seconds: 'int',
  muted_users: 'list',
  presences: 'map',
  realm_emoji: 'map',
  realm_user_groups: 'list',
  recent_private_conversations: 'list',
  subscriptions: 'list',
  unread_msgs: 'map',
  streams: 'list',
  user_status: 'map',
  user_settings: 'map',
  user_topics: 'list',
  realm_wildcard_mention_policy: 'int',
  realm_mandatory_topics: 'bool',
  realm_empty_topic_display_name: 'text',
  realm_delete_own_message_policy: 'int',
  realm_name: 'text',
  realm_waiting_period_threshold: 'int',
  realm_message_content_delete_limit_seconds: 'int?',
  realm_allow_message_editing: 'bool',
  realm_message_content_edit_limit_seconds: 'int?',
  realm_enable_read_receipts: 'bool',
  realm_icon_url: 'text',
  realm_presence_disabled: 'bool',
  realm_default_external_accounts: 'map',
  max_file_upload_size_mib: 'int',
  server_emoji_data_url: 'text',
  realm_users: 'list',
  realm_non_active_users: 'list',
  cross_realm_bots: 'list',
}

/** The fields of each event, by its type and op, after the app's public models. */
export const events: Record<string, Fields> = {
  alert_words: { alert_words: 'list' },
  'custom_profile_fields update': { fields: 'list' },
  delete_message: { message_ids: 'list', message_type: 'text', stream_id: 'int?', topic: 'text?' },
  heartbeat: {},
  message: { message: 'map', flags: 'list', local_message_id: 'text?' },
  muted_users: { muted_users: 'list' },
  presence: { user_id: 'int', server_timestamp: 'number', presence: 'map' },
  'reaction add': {
    emoji_name: 'text',
    emoji_code: 'text',
    reaction_type: 'text',
    user_id: 'int',
    message_id: 'int',
  },
  'reaction remove': reaction,
  'channel_folder add': { channel_folder: 'map' },
  'channel_folder update': { channel_folder_id: 'int', data: 'map' },
  'channel_folder reorder': { order: 'list' },
  'saved_snippets add': { saved_snippet: 'map' },
  'saved_snippets update': { saved_snippet: 'map' },
  'saved_snippets remove': { saved_snippet_id: 'int' },
  'realm_user add': { person: 'map' },
  'realm_user update': { person: 'map' },
  'stream create': { streams: 'list' },
  'stream delete': { streams: 'list' },
  'stream update': { stream_id: 'int', name: 'text', property: 'text' },
  submessage: {
    msg_type: 'text',
    content: 'text',
    message_id: 'int',
    sender_id: 'int',
    submessage_id: 'int',
  },
  'subscription add': { subscriptions: 'list' },
  'subscription remove': { subscriptions: 'list' },
  'subscription update': { stream_id: 'int', property: 'text' },
  'subscription peer_add': { stream_ids: 'list', user_ids: 'list' },
  'subscription peer_remove': { stream_ids: 'list', user_ids: 'list' },
  'typing start': { message_type: 'text', sender: 'map' },
  'typing stop': { message_type: 'text', sender: 'map', stream_id: 'int', topic: 'text' },
  update_message: {
    user_id: 'int?',
    rendering_only: 'bool',
    message_id: 'int',
    message_ids: 'list',
    flags: 'list',
    edit_timestamp: 'int',
    content: 'text?',
    rendered_content: 'text?',
    is_me_message: 'bool?',
  },
  'update_message_flags add': { flag: 'text', messages: 'list', all: 'bool' },
  'update_message_flags remove': { flag: 'text', messages: 'list', message_details: 'map' },
  'user_group add': { group: 'map' },
  'user_group update': { group_id: 'int', data: 'map' },
  'user_group add_members': { group_id: 'int', user_ids: 'list' },
  'user_group remove_members': { group_id: 'int', user_ids: 'list' },
  'user_group add_subgroups': { group_id: 'int', direct_subgroup_ids: 'list' },
  'user_group remove_subgroups': { group_id: 'int', direct_subgroup_ids: 'list' },
  'user_group remove': { group_id: 'int' },
  'user_settings update': { property: 'text' },
  user_status: { user_id: 'int' },
  user_topic: { stream_id: 'int', topic_name: 'text', last_updated: 'int', visibility_policy: 'int' },
}
