import type {
  ChatCalls,
  CustomProfileField,
  Message,
  RealmBot,
  RealmEmoji,
  RegisteredSubscription,
  Stream,
} from './generated/chat-api.ts'

/** What register returns: the state that the events change. */
export type Registration = ChatCalls['POST /register']['output']
type Part<Name extends keyof Registration> = NonNullable<Registration[Name]>

type Flag = Message['flags'][number]

export interface MessageEvent {
  type: 'message'
  message: Omit<Message, 'flags'>
  flags: Flag[]
  local_message_id?: string
}

export interface UpdateMessageEvent {
  type: 'update_message'
  message_id: number
  message_ids: number[]
  edit_timestamp: number
  flags: Flag[]
  stream_id?: number
  /** Given if they moved to another stream. */
  new_stream_id?: number
  orig_subject?: string
  subject?: string
  subject_links?: string[]
  propagate_mode?: string
  content?: string
  rendered_content?: string
  is_me_message?: boolean
}

export interface DeleteMessageEvent {
  type: 'delete_message'
  message_ids: number[]
  stream_id?: number
}

interface MessageDetails {
  type: 'stream' | 'private'
  mentioned?: boolean
  user_ids?: number[]
  stream_id?: number
  topic?: string
}

export interface FlagsEvent {
  type: 'update_message_flags'
  op: 'add' | 'remove'
  flag: Flag
  messages: number[]
  all: boolean
  message_details?: Record<string, MessageDetails>
}

export interface ReactionEvent {
  type: 'reaction'
  op: 'add' | 'remove'
  message_id: number
  user_id: number
  user: { user_id: number; email: string; full_name: string }
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

export interface SubmessageEvent {
  type: 'submessage'
  message_id: number
  submessage_id: number
  sender_id: number
  msg_type: string
  content: string
}

export interface TypingEvent {
  type: 'typing'
  op: 'start' | 'stop'
  sender: { user_id: number }
  recipients?: { user_id: number }[]
  stream_id?: number
  topic?: string
}

export interface StreamEvent {
  type: 'stream'
  op: 'create' | 'delete' | 'occupy' | 'vacate' | 'update'
  streams?: Stream[]
  stream_id?: number
  property?: string
  value?: unknown
  rendered_description?: string
  history_public_to_subscribers?: boolean
  is_web_public?: boolean
}

export interface SubscriptionEvent {
  type: 'subscription'
  op: 'add' | 'remove' | 'peer_add' | 'peer_remove' | 'update'
  subscriptions?: RegisteredSubscription[]
  stream_ids?: number[]
  user_ids?: number[]
  stream_id?: number
  property?: string
  value?: unknown
}

export interface RealmUserEvent {
  type: 'realm_user'
  op: 'add' | 'update' | 'remove'
  person: { user_id: number; custom_profile_field?: ProfileValue; new_email?: string } & Record<
    string,
    unknown
  >
}

interface ProfileValue {
  id: number
  value: string | null
  rendered_value?: string | null
}

/** A list of the user, of which events report additions, changes and removals. */
type ListEvent<Type extends string, Item, Many extends string, One extends string, Id extends string> = {
  type: Type
} & (
  | ({ op: 'add' } & { [Name in Many]: Item[] })
  | ({ op: 'update' } & { [Name in One]: Item })
  | ({ op: 'remove' } & { [Name in Id]: number })
)

/** The events that change what clients show, as described in docs/events.md. */
export type ChatEvent = { id: number } & (
  | MessageEvent
  | UpdateMessageEvent
  | DeleteMessageEvent
  | FlagsEvent
  | ReactionEvent
  | SubmessageEvent
  | TypingEvent
  | StreamEvent
  | SubscriptionEvent
  | RealmUserEvent
  | { type: 'heartbeat' | 'invites_changed' | 'numbers_changed' }
  | { type: 'account_link_changed'; user_id: number }
  | { type: 'realm'; op: 'update'; property: string; value: unknown }
  | { type: 'realm'; op: 'update_dict'; property: string; data: Record<string, unknown> }
  | {
      type: 'realm_bot'
      op: 'add' | 'update' | 'remove' | 'delete'
      bot: Partial<RealmBot> & { user_id: number }
    }
  | { type: 'realm_emoji'; realm_emoji: RealmEmoji }
  | { type: 'realm_domains'; op: 'add' | 'change'; realm_domain: Part<'realm_domains'>[number] }
  | { type: 'realm_domains'; op: 'remove'; domain: string }
  | { type: 'realm_linkifiers'; realm_linkifiers: Part<'realm_linkifiers'>[number][] }
  | { type: 'presence'; user_id: number; presence: Record<string, { status: string; timestamp: number }> }
  | ({ type: 'user_status'; user_id: number } & Partial<
      Omit<Part<'user_status'>[string], 'away' | 'do_not_disturb' | 'clear_at'>
    > & {
        away?: boolean
        do_not_disturb?: boolean
        clear_at?: number | null
      })
  | { type: 'user_group'; op: 'add'; group: Part<'realm_user_groups'>[number] }
  | { type: 'user_group'; op: 'update'; group_id: number; data: Partial<Part<'realm_user_groups'>[number]> }
  | { type: 'user_group'; op: 'add_members' | 'remove_members'; group_id: number; user_ids: number[] }
  | {
      type: 'user_group'
      op: 'add_subgroups' | 'remove_subgroups'
      group_id: number
      direct_subgroup_ids: number[]
    }
  | { type: 'user_group'; op: 'remove'; group_id: number }
  | { type: 'muted_users'; muted_users: { id: number }[] }
  | { type: 'user_topic'; stream_id: number; topic_name: string; visibility_policy: number }
  | { type: 'user_settings'; property: string; value: unknown }
  | { type: 'alert_words'; alert_words: string[] }
  | { type: 'custom_profile_fields'; fields: CustomProfileField[] }
  | { type: 'default_streams'; default_streams: Stream[] }
  | ListEvent<'drafts', Part<'drafts'>[number], 'drafts', 'draft', 'draft_id'>
  | { type: 'bot_commands'; bot_commands: Part<'bot_commands'>[number][] }
  | { type: 'saved_snippets'; op: 'add' | 'update'; saved_snippet: Part<'saved_snippets'>[number] }
  | { type: 'saved_snippets'; op: 'remove'; saved_snippet_id: number }
  | ListEvent<
      'scheduled_messages',
      Part<'scheduled_messages'>[number],
      'scheduled_messages',
      'scheduled_message',
      'scheduled_message_id'
    >
  | { type: 'reminders'; op: 'add'; reminders: Part<'reminders'>[number][] }
  | { type: 'reminders'; op: 'remove'; reminder_id: number }
  // Carried as the whole new state, or for older clients.
  | {
      type: 'attachment'
      op: 'add' | 'update' | 'remove'
      attachment: { id: number }
      upload_space_used: number
    }
  | { type: 'muted_topics'; muted_topics: [stream: string, topic: string, since: number][] }
  | { type: 'pointer'; pointer: number }
  | { type: 'realm_filters'; realm_filters: [pattern: string, url: string, id: number][] }
  | { type: 'realm_export'; exports: unknown[] }
  | {
      type: 'update_display_settings' | 'update_global_notifications'
      user: string
      setting_name: string
      setting: unknown
    }
)

export type EventOf<Type extends ChatEvent['type']> = Extract<ChatEvent, { type: Type }>
