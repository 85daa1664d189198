import type { Audience } from '../audience.ts'
import type { NewChatEvent } from '../chat-event-map.ts'
import type { Stream } from '../streams/stream.ts'
import type { MessageParts } from './message-parts.ts'
import type { FlagName } from './message-view.ts'
import type { MessagesTable } from './messages-table.ts'

declare module '../chat-event-map.ts' {
  interface ChatEventMap {
    message: MessageEventPayload
    delete_message: MessageDeletion
    update_message: MessageUpdate
  }
}

/** As stored in the log. Flags are lists of the few users concerned; delivery shapes the event for each reader. */
export interface MessageEventPayload {
  message: MessageParts
  mentioned: readonly number[]
  alerted: readonly number[]
  /** all recipients are mentioned */
  everyone: boolean
  /** users for whom it is read from the start */
  read: readonly number[]
  /** the sender's own echo */
  local?: { queue_id: string; local_id: string }
}

export function messageSent(payload: MessageEventPayload, audience: Audience): NewChatEvent<'message'> {
  return { type: 'message', audience, payload }
}

/** The flags of a new message for one of its recipients. */
export function messageFlags(payload: MessageEventPayload, userId: number): FlagName[] {
  const flags: FlagName[] = []
  if (payload.read.includes(userId)) flags.push('read')
  if (payload.mentioned.includes(userId)) flags.push('mentioned')
  if (payload.everyone) flags.push('wildcard_mentioned')
  if (payload.alerted.includes(userId)) flags.push('has_alert_word')
  return flags
}

/**
 * The audience of a change or deletion: the people of a conversation, or the subscribers of a stream. If the history is
 * closed, only people who were subscribed when the message was sent. An archived stream has its last subscribers, who
 * keep what they received.
 */
export function changeAudience(
  message: MessagesTable,
  stream: Stream | undefined,
  members: readonly number[] | null,
): Audience {
  if (members) return { users: members }
  const { id, deactivated, archived_at_event: archivedAt, history_public: isOpen } = stream!
  const received = { subscribersOf: id, alreadyAt: message.event_position }
  if (deactivated) return archivedAt === null ? {} : { ...received, asOf: archivedAt }
  return isOpen ? { subscribersOf: id, publicWatchers: stream!.invite_only === 0 } : received
}

/** In a closed or archived history, readers know different messages, so each message has its own audience. */
export const isHistoryShared = ({ deactivated, history_public: isOpen }: Stream) =>
  !deactivated && isOpen === 1

type MessagePlace =
  | { message_type: 'private'; recipient_id: number }
  | { message_type: 'stream'; stream_id: number; topic: string }

export type MessageDeletion = {
  message_id: number
  message_ids: readonly number[]
  /** absent if many messages are deleted at once */
  sender?: string
  sender_id?: number
} & MessagePlace

export function messageDeleted(
  message: MessagesTable,
  sender: { id: number; email: string },
  audience: Audience,
): NewChatEvent<'delete_message'> {
  return {
    type: 'delete_message',
    audience,
    payload: {
      message_id: message.id,
      message_ids: [message.id],
      sender: sender.email,
      sender_id: sender.id,
      ...placeOf(message),
    },
  }
}

/** Deletes many messages of one topic or conversation in one event. Older clients read only the first id. */
export function messagesDeleted(
  messages: readonly MessagesTable[],
  audience: Audience,
): NewChatEvent<'delete_message'> {
  const [first] = messages
  return {
    type: 'delete_message',
    audience,
    payload: {
      message_id: first!.id,
      message_ids: messages.map((message) => message.id),
      ...placeOf(first!),
    },
  }
}

const placeOf = ({ stream_id, topic, recipient_id }: MessagesTable): MessagePlace =>
  stream_id === null
    ? { message_type: 'private', recipient_id }
    : { message_type: 'stream', stream_id, topic }

/** `flags_by_user` lists only users who have or had flags of their own; delivery gives each reader theirs. */
export function messageUpdated(payload: MessageUpdate, audience: Audience): NewChatEvent<'update_message'> {
  return { type: 'update_message', audience, payload }
}

export interface MessageUpdate {
  user_id: number
  sender: string
  message_id: number
  message_ids: readonly number[]
  edit_timestamp: number
  /** false: a person changed it */
  rendering_only: false
  flags_by_user: Readonly<Record<number, string[]>>
  everyone: boolean
  stream_name?: string
  stream_id?: number
  /** the stream to which the messages were moved */
  new_stream_id?: number
  orig_subject?: string
  subject?: string
  subject_links?: string[]
  propagate_mode?: string
  orig_content?: string
  orig_rendered_content?: string
  content?: string
  rendered_content?: string
  prev_rendered_content_version?: number
  is_me_message?: boolean
}
