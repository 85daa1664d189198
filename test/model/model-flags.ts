import { canRead, canUse, hasReceived } from './model-access.ts'
import {
  changeMark,
  type ModelChat,
  type ModelMessage,
  type ModelUser,
  markOf,
  streamOf,
  topicKey,
} from './model-chat.ts'
import { announce, announceFlags, changeAudience } from './model-events.ts'
import { listUnread, streamsNotSubscribed, unreadDetails } from './model-unread.ts'

export interface FlagChange {
  op: 'add' | 'remove'
  flag: 'read' | 'starred' | 'collapsed'
}

/** Streams to name as not subscribed, and how many messages changed. undefined: refused. */
export function changeFlags(
  model: ModelChat,
  user: ModelUser,
  { op, flag }: FlagChange,
  ids: readonly number[],
): { changed: number; ignored: number[] } | undefined {
  const messages = [...new Set(ids)].sort((one, other) => one - other).map((id) => model.messages.get(id))
  if (messages.some((one) => !one || !canRead(model, user, one))) return undefined
  const known = messages as ModelMessage[]
  const isSet = op === 'add'
  const changed = known.filter((message) =>
    flag === 'read' ? changeRead(model, user, message, isSet) : changeOther(user, message.id, flag, isSet),
  )
  const isUnread = flag === 'read' && !isSet
  if (changed.length > 0) {
    const details = Object.fromEntries(changed.map((one) => [one.id, unreadDetails(user, one)]))
    const changedIds = changed.map(({ id }) => id)
    announceFlags(model, user, op, flag, changedIds, isUnread ? details : null)
  }
  return { changed: changed.length, ignored: isUnread ? streamsNotSubscribed(user, known) : [] }
}

/** Only received messages of streams that the user is still subscribed to can be unread. */
function changeRead(model: ModelChat, user: ModelUser, message: ModelMessage, isRead: boolean): boolean {
  const copy = user.copies.get(message.id)
  if (!copy || !hasReceived(model, user, message) || copy.isRead === isRead || !copy.isOpen) return false
  copy.isRead = isRead
  return true
}

function changeOther(user: ModelUser, id: number, flag: 'starred' | 'collapsed', isSet: boolean): boolean {
  if (markOf(user, id)[flag] === isSet) return false
  changeMark(user, id, { [flag]: isSet })
  return true
}

export function markAllAsRead(model: ModelChat, user: ModelUser): void {
  for (const copy of user.copies.values()) copy.isRead = true
  announce(model, { users: [user.id] }, () => ({
    type: 'update_message_flags',
    op: 'add',
    flag: 'read',
    messages: [],
    all: true,
    details: null,
  }))
}

/** A whole stream, or one topic of it. false: refused. */
export function markStreamAsRead(
  model: ModelChat,
  user: ModelUser,
  streamId: number,
  topic?: string,
): boolean {
  const stream = streamOf(model, streamId)
  if (!stream || !canUse(user, stream)) return false
  const isWanted = (message: ModelMessage) =>
    message.stream === streamId && (topic === undefined || topicKey(message.topic) === topicKey(topic))
  const received = [...model.messages.values()].filter((one) => isWanted(one) && user.copies.has(one.id))
  if (topic !== undefined && received.length === 0) return false
  readAll(model, user, listUnread(model, user).filter(isWanted))
  return true
}

export function readAll(model: ModelChat, user: ModelUser, messages: readonly ModelMessage[]): void {
  const ids = messages.map(({ id }) => id)
  for (const id of ids) user.copies.get(id)!.isRead = true
  // The server does it in batches, each with its event.
  for (let start = 0; start < ids.length; start += 5000) {
    announceFlags(model, user, 'add', 'read', ids.slice(start, start + 5000))
  }
}

/** false: refused. */
export function changeReaction(
  model: ModelChat,
  user: ModelUser,
  op: 'add' | 'remove',
  id: number,
  emoji: string,
): boolean {
  const message = model.messages.get(id)
  if (!message || !canRead(model, user, message)) return false
  const index = message.reactions.findIndex((one) => one.user === user.id && one.emoji === emoji)
  if (index >= 0 === (op === 'add')) return false
  if (op === 'add') message.reactions.push({ user: user.id, emoji })
  else message.reactions.splice(index, 1)
  const audience = changeAudience(model, message)
  const users = [user.id, ...(audience.users ?? [])]
  announce(model, { ...audience, users }, () => ({ type: 'reaction', op, message: id, user: user.id, emoji }))
  return true
}
