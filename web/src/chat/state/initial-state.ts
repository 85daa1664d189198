import {
  type ChatState,
  type KnownStream,
  keptElsewhere,
  type Person,
  type Presence,
  type RealmSettings,
  type Registration,
} from './chat-state.ts'
import { directKey, topicKey } from './conversation.ts'
import { initialUnread } from './unread.ts'

/** The answer of register, in the shape that the app works with. */
export function initialState(given: Registration): ChatState {
  const all = given as Required<Registration>
  const me = all.user_id
  const subscribed = [...all.subscriptions]
  const known = [...subscribed, ...all.unsubscribed, ...all.never_subscribed]
  return {
    me: {
      userId: me,
      email: all.email,
      fullName: all.full_name,
      avatarUrl: all.avatar_url,
      isAdmin: all.is_admin,
      isGuest: all.is_guest,
    },
    realm: realmSettings(all),
    settings: all.user_settings,
    people: new Map([
      ...all.realm_non_active_users.map((user) => entry(user.user_id, { ...user, is_active: false })),
      ...[...all.cross_realm_bots, ...all.realm_users].map((user) =>
        entry<Person>(user.user_id, { ...user, is_active: true }),
      ),
    ]),
    streams: byStream([...known, ...all.streams] as KnownStream[]),
    subscriptions: new Map(subscribed.map((stream) => [stream.stream_id, stream])),
    subscribers: new Map(known.map((stream) => [stream.stream_id, new Set(stream.subscribers ?? [])])),
    defaultStreams: all.realm_default_streams.map((stream) =>
      typeof stream === 'number' ? stream : stream.stream_id,
    ),
    topicPolicies: new Map(
      all.user_topics.map((topic) => [topicKey(topic.stream_id, topic.topic_name), topic.visibility_policy]),
    ),
    mutedUsers: new Set(all.muted_users.map((user) => user.id)),
    unread: initialUnread(all.unread_msgs, me),
    directs: new Map(
      all.recent_private_conversations.map((one) => [directKey(one.user_ids, me), one.max_message_id]),
    ),
    starred: new Set(all.starred_messages),
    presences: new Map(
      Object.entries(all.presences).map(([id, presence]) => [Number(id), presenceOf(presence)]),
    ),
    statuses: new Map(Object.entries(all.user_status).map(([id, status]) => [Number(id), status])),
    typing: new Map(),
    groups: new Map(all.realm_user_groups.map((group) => [group.id, group])),
    bots: new Map(all.realm_bots.map((bot) => [bot.user_id, bot])),
    emoji: all.realm_emoji,
    profileFields: all.custom_profile_fields,
    linkifiers: all.realm_linkifiers,
    alertWords: all.alert_words,
    drafts: all.drafts,
    snippets: all.saved_snippets,
    commands: all.bot_commands,
    scheduled: all.scheduled_messages,
    reminders: all.reminders,
    version: all.chat_version,
  }
}

const entry = <Value>(key: number, value: Value): [number, Value] => [key, value]

function byStream(streams: readonly KnownStream[]): Map<number, KnownStream> {
  return new Map(streams.map((stream) => [stream.stream_id, stream]))
}

const elsewhere = new Set<string>(keptElsewhere)

function realmSettings(all: Required<Registration>): RealmSettings {
  const settings: Record<string, unknown> = {
    max_file_upload_size_mib: all.max_file_upload_size_mib,
    stream_name_max_length: all.stream_name_max_length,
    stream_description_max_length: all.stream_description_max_length,
  }
  for (const [name, value] of Object.entries(all)) {
    if (name.startsWith('realm_') && !elsewhere.has(name)) settings[name.slice('realm_'.length)] = value
  }
  return settings as RealmSettings
}

/** By slim_presence: the newest times of all clients of a user. */
export function presenceOf(given: object): Presence {
  const { active_timestamp: active = 0, idle_timestamp: idle = 0 } = given as Record<string, number>
  return { active, idle }
}
