import type {
  ChatEvent,
  FlagsEvent,
  ReactionEvent,
  SubmessageEvent,
  UpdateMessageEvent,
} from '@switchboard/client'
import type { Message } from '@switchboard/client/chat'
import { topicKey } from './conversation.ts'
import { mergeIds } from './message-list.ts'
import type { Messages } from './messages.ts'
import { matchesNarrow, narrowKey } from './narrow.ts'

/** What an event changes in the messages that are loaded, and in the lists of them. */
export function applyToMessages(messages: Messages, event: ChatEvent, me: number): void {
  switch (event.type) {
    case 'message':
      messages.store([{ ...event.message, flags: event.flags } as Message])
      append(messages, event.message.id, me)
      break
    case 'update_message':
      update(messages, event, me)
      break
    case 'delete_message':
      removeFromLists(messages, event.message_ids)
      messages.forget(event.message_ids)
      break
    case 'update_message_flags':
      flag(messages, event)
      break
    case 'reaction':
      messages.change([event.message_id], (message) => react(message, event))
      break
    case 'submessage':
      messages.change([event.message_id], (message) => addSubmessage(message, event))
      break
    case 'subscription':
      if (event.op === 'remove')
        for (const { stream_id } of event.subscriptions ?? []) lose(messages, stream_id)
      break
    case 'stream':
      if (event.op === 'delete') for (const { stream_id } of event.streams ?? []) lose(messages, stream_id)
      break
  }
}

function append(messages: Messages, id: number, me: number): void {
  const message = messages.get(id)!
  for (const list of messages.lists()) {
    if (!list.foundNewest || !matchesNarrow(list.narrow, message, me)) continue
    messages.put({ ...list, ids: mergeIds(list.ids, [id]) })
  }
}

function update(messages: Messages, event: UpdateMessageEvent, me: number): void {
  const { message_id, message_ids, rendered_content, subject, edit_timestamp } = event
  const streamId = event.new_stream_id ?? event.stream_id
  if (subject !== undefined) {
    messages.change(message_ids, (message) => ({
      ...message,
      subject,
      ...(streamId !== undefined && { stream_id: streamId }),
      ...(event.subject_links && { subject_links: event.subject_links }),
      last_edit_timestamp: edit_timestamp,
    }))
    move(messages, message_ids, me)
    // Messages that are not loaded cannot be moved here.
    const isUnknown = message_ids.some((id) => !messages.get(id))
    if (isUnknown && streamId !== undefined) {
      messages.drop(topicKey(streamId, subject))
      if (event.new_stream_id !== undefined) messages.drop(narrowKey({ kind: 'stream', streamId }))
    }
  }
  if (rendered_content === undefined) return
  // Search highlights belong to the old text.
  messages.change([message_id], ({ match_content: _, ...message }) => ({
    ...message,
    content: rendered_content,
    last_edit_timestamp: edit_timestamp,
    is_me_message: event.is_me_message ?? message.is_me_message,
    flags: [...message.flags.filter((flag) => !fromContent.has(flag)), ...event.flags],
  }))
}

/** Flags that follow from what a message says. */
const fromContent = new Set<string>(['mentioned', 'wildcard_mentioned', 'has_alert_word'])

/** Out of the lists to which they no longer belong, into those that are loaded around them. */
function move(messages: Messages, ids: readonly number[], me: number): void {
  for (const list of messages.lists()) {
    const belongs = (id: number) => {
      const message = messages.get(id)
      return message && matchesNarrow(list.narrow, message, me)
    }
    const gone = new Set(ids.filter((id) => belongs(id) === false))
    const kept = list.ids.filter((id) => !gone.has(id))
    const isWithin = (id: number) =>
      (list.foundOldest || id > (list.ids[0] ?? 0)) && (list.foundNewest || id < (list.ids.at(-1) ?? 0))
    const come = ids.filter((id) => belongs(id) === true && isWithin(id))
    const next = mergeIds(kept, come)
    if (next.length !== list.ids.length || gone.size > 0) messages.put({ ...list, ids: next })
  }
}

function removeFromLists(messages: Messages, ids: readonly number[]): void {
  const gone = new Set(ids)
  for (const list of messages.lists()) {
    const left = list.ids.filter((id) => !gone.has(id))
    if (left.length !== list.ids.length) messages.put({ ...list, ids: left })
  }
}

/** Only the server knows what can still be read after leaving a stream: lists that show it are fetched again. */
function lose(messages: Messages, streamId: number): void {
  const isOf = (id: number) => messages.get(id)?.stream_id === streamId
  for (const { key, narrow, ids } of messages.lists()) {
    const isThere = 'streamId' in narrow && narrow.streamId === streamId
    if (!isThere && !ids.some(isOf)) continue
    messages.drop(key)
    messages.forget(ids.filter(isOf))
  }
}

function flag(messages: Messages, { op, flag: name, messages: ids, all }: FlagsEvent): void {
  const every = () => messages.lists().flatMap((list) => list.ids)
  messages.change(all ? [...new Set(every())] : ids, (message) => {
    if (message.flags.includes(name) === (op === 'add')) return message
    const others = message.flags.filter((flag) => flag !== name)
    return { ...message, flags: op === 'add' ? [...others, name] : others }
  })
  // A message that is no longer starred stays in the open list until it is opened again.
}

function react(message: Message, event: ReactionEvent): Message {
  const others = message.reactions.filter(
    (one) =>
      !(
        one.user_id === event.user_id &&
        one.emoji_code === event.emoji_code &&
        one.reaction_type === event.reaction_type
      ),
  )
  if (event.op === 'remove') return { ...message, reactions: others }
  const { emoji_name, emoji_code, reaction_type, user_id, user } = event
  const reaction = {
    emoji_name,
    emoji_code,
    reaction_type,
    user_id,
    user: { id: user_id, email: user.email, full_name: user.full_name },
  }
  return { ...message, reactions: [...others, reaction] }
}

function addSubmessage(message: Message, event: SubmessageEvent): Message {
  const { submessage_id: id, message_id, sender_id, msg_type, content } = event
  if (message.submessages.some((one) => one.id === id)) return message
  return {
    ...message,
    submessages: [...message.submessages, { id, message_id, sender_id, msg_type, content }],
  }
}
