import type { EventOf, FlagsEvent, MessageEvent, TypingEvent, UpdateMessageEvent } from '@switchboard/client'
import type { Message } from '@switchboard/client/chat'
import type { ChatState } from './chat-state.ts'
import { conversationKey, conversationOf, directKey, topicKey } from './conversation.ts'
import { addUnread, removeUnread } from './unread.ts'

type Applied = EventOf<'message' | 'update_message' | 'delete_message' | 'update_message_flags' | 'typing'>

/** The effects of message events on unread counts, typing users and conversations. */
export function applyMessageEvent(state: ChatState, event: Applied, nowMs: number): ChatState {
  switch (event.type) {
    case 'message':
      return received(state, event)
    case 'update_message':
      return mentionedAnew(moved(state, event), event)
    case 'delete_message': {
      const starred = new Set(state.starred)
      for (const id of event.message_ids) starred.delete(id)
      return { ...state, starred, unread: removeUnread(state.unread, event.message_ids) }
    }
    case 'update_message_flags':
      return flagged(state, event)
    case 'typing':
      return typed(state, event, nowMs)
  }
}

function received(state: ChatState, { message, flags }: MessageEvent): ChatState {
  const me = state.me.userId
  const key = conversationKey(conversationOf(message as Message, me))
  const isDirect = message.type === 'private'
  const isMention = flags.includes('mentioned') || flags.includes('wildcard_mentioned')
  return {
    ...state,
    ...(isDirect && { directs: new Map(state.directs).set(key, message.id) }),
    ...(!flags.includes('read') && {
      unread: addUnread(state.unread, key, message.id, isDirect ? undefined : message.subject, isMention),
    }),
    typing: withoutTyping(state.typing, key, message.sender_id),
  }
}

/** A message that moves to another topic or stream stays unread there. */
function moved(state: ChatState, event: UpdateMessageEvent): ChatState {
  const { subject, orig_subject, stream_id, message_ids } = event
  if (subject === undefined || orig_subject === undefined || stream_id === undefined) return state
  const from = state.unread.conversations.get(topicKey(stream_id, orig_subject))
  const moving = message_ids.filter((id) => from?.ids.has(id))
  if (moving.length === 0) return state
  const { mentions } = state.unread
  const target = topicKey(event.new_stream_id ?? stream_id, subject)
  let unread = removeUnread(state.unread, moving)
  for (const id of moving) {
    unread = addUnread(unread, target, id, subject, mentions.has(id))
  }
  return { ...state, unread }
}

/** An edit may add or remove a mention. Only unread messages count. */
function mentionedAnew(
  state: ChatState,
  { message_id: id, rendered_content, flags }: UpdateMessageEvent,
): ChatState {
  if (rendered_content === undefined) return state
  const isUnread = [...state.unread.conversations.values()].some(({ ids }) => ids.has(id))
  const isMention = isUnread && (flags.includes('mentioned') || flags.includes('wildcard_mentioned'))
  if (state.unread.mentions.has(id) === isMention) return state
  const mentions = new Set(state.unread.mentions)
  if (isMention) mentions.add(id)
  else mentions.delete(id)
  return { ...state, unread: { ...state.unread, mentions } }
}

function flagged(state: ChatState, { op, flag, messages, all, message_details = {} }: FlagsEvent): ChatState {
  if (flag === 'starred') {
    const starred = new Set(state.starred)
    for (const id of messages) op === 'add' ? starred.add(id) : starred.delete(id)
    return { ...state, starred }
  }
  if (flag !== 'read') return state
  if (op === 'add') {
    const unread = all
      ? { conversations: new Map(), mentions: new Set<number>() }
      : removeUnread(state.unread, messages)
    return { ...state, unread }
  }
  let { unread } = state
  for (const [id, details] of Object.entries(message_details)) {
    const key =
      details.type === 'stream'
        ? topicKey(details.stream_id ?? 0, details.topic ?? '')
        : directKey(details.user_ids ?? [], state.me.userId)
    unread = addUnread(unread, key, Number(id), details.topic, details.mentioned === true)
  }
  return { ...state, unread }
}

/** A typing user without a stop event is removed after this time. */
const TYPING_MS = 15_000

function typed(state: ChatState, event: TypingEvent, nowMs: number): ChatState {
  const { op, sender, recipients = [], stream_id, topic = '' } = event
  if (sender.user_id === state.me.userId) return state
  const key =
    stream_id === undefined
      ? directKey(
          recipients.map((user) => user.user_id),
          state.me.userId,
        )
      : topicKey(stream_id, topic)
  if (op === 'stop') return { ...state, typing: withoutTyping(state.typing, key, sender.user_id) }
  const writers = new Map(state.typing.get(key)).set(sender.user_id, nowMs + TYPING_MS)
  return { ...state, typing: new Map(state.typing).set(key, writers) }
}

function withoutTyping(typing: ChatState['typing'], key: string, userId: number): ChatState['typing'] {
  if (!typing.get(key)?.has(userId)) return typing
  const writers = new Map(typing.get(key))
  writers.delete(userId)
  const next = new Map(typing)
  if (writers.size === 0) next.delete(key)
  else next.set(key, writers)
  return next
}
