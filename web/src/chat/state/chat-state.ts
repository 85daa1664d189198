import type { Registration } from '@switchboard/client'
import type {
  CustomProfileField,
  RealmBot,
  RealmEmoji,
  RealmUser,
  RegisteredSubscription,
  Stream,
} from '@switchboard/client/chat'

export type { Registration }

type Part<Name extends keyof Registration> = NonNullable<Registration[Name]>

export interface Person extends RealmUser {
  is_active: boolean
}

/** A stream that the user can see, with their settings if they are subscribed. */
export type KnownStream = Omit<Stream, 'is_default'>
export type Subscription = RegisteredSubscription

export interface Presence {
  /** UNIX seconds; 0: never */
  active: number
  idle: number
}

export type UserStatus = Part<'user_status'>[string]
export type UserGroup = Part<'realm_user_groups'>[number]
export type Draft = Part<'drafts'>[number]
export type BotCommand = Part<'bot_commands'>[number]
export type SavedSnippet = Part<'saved_snippets'>[number]
export type ScheduledMessage = Part<'scheduled_messages'>[number]
export type Reminder = Part<'reminders'>[number]
export type Linkifier = Part<'realm_linkifiers'>[number]

export const MUTED = 1
export const UNMUTED = 2
export const FOLLOWED = 3

/** What register calls realm_* but is kept elsewhere, since events of their own keep it up to date, or not shown. */
export const keptElsewhere = [
  'realm_users',
  'realm_non_active_users',
  'realm_user_groups',
  'realm_bots',
  'realm_emoji',
  'realm_linkifiers',
  'realm_filters',
  'realm_default_streams',
  'realm_default_stream_groups',
  'realm_exports',
  'realm_playgrounds',
  'realm_user_settings_defaults',
] as const

/** The settings of the organization: what register calls realm_*, without that prefix. */
export type RealmSettings = {
  [Name in Exclude<keyof Registration, (typeof keptElsewhere)[number]> as Name extends `realm_${infer Rest}`
    ? Rest
    : never]-?: NonNullable<Registration[Name]>
} & {
  max_file_upload_size_mib: number
  stream_name_max_length: number
  stream_description_max_length: number
}

/** The user's own settings. */
export type UserSettings = Part<'user_settings'>

interface Me {
  userId: number
  email: string
  fullName: string
  avatarUrl: string
  isAdmin: boolean
  isGuest: boolean
}

export interface Unread {
  /** Ids of messages by conversation key; no empty ones. */
  readonly conversations: ReadonlyMap<string, UnreadConversation>
  readonly mentions: ReadonlySet<number>
}

export interface UnreadConversation {
  ids: ReadonlySet<number>
  /** Of a topic: its name as written. */
  topic?: string
}

/** The state from the server, kept up to date by events. Messages are kept apart: see messages.ts. */
export interface ChatState {
  me: Me
  realm: RealmSettings
  settings: UserSettings
  /** Users and bots, including deactivated ones. */
  people: ReadonlyMap<number, Person>
  streams: ReadonlyMap<number, KnownStream>
  subscriptions: ReadonlyMap<number, Subscription>
  /** User ids by stream, as far as the user may know. */
  subscribers: ReadonlyMap<number, ReadonlySet<number>>
  defaultStreams: readonly number[]
  /** Visibility policies by topic key: see conversation.ts. */
  topicPolicies: ReadonlyMap<string, number>
  mutedUsers: ReadonlySet<number>
  unread: Unread
  /** The newest message of each private conversation, by its key. */
  directs: ReadonlyMap<string, number>
  starred: ReadonlySet<number>
  presences: ReadonlyMap<number, Presence>
  statuses: ReadonlyMap<number, UserStatus>
  /** Typing users by conversation key: user id and expiry (ms). */
  typing: ReadonlyMap<string, ReadonlyMap<number, number>>
  groups: ReadonlyMap<number, UserGroup>
  bots: ReadonlyMap<number, RealmBot>
  emoji: RealmEmoji
  profileFields: readonly CustomProfileField[]
  linkifiers: readonly Linkifier[]
  alertWords: readonly string[]
  drafts: readonly Draft[]
  snippets: readonly SavedSnippet[]
  /** Of outgoing webhook bots. */
  commands: readonly BotCommand[]
  scheduled: readonly ScheduledMessage[]
  reminders: readonly Reminder[]
  version: string
}
