import { isSubscribed } from './model-access.ts'
import { type ModelChat, type ModelMessage, type ModelUser, markOf, topicKey } from './model-chat.ts'
import { mentionsEveryone } from './model-content.ts'

/** What came to the user and is not read, ascending. */
export function listUnread(model: ModelChat, user: ModelUser): ModelMessage[] {
  return [...model.messages.values()].filter(({ id }) => user.copies.get(id)?.isRead === false)
}

export function isMuted(user: ModelUser, message: ModelMessage): boolean {
  if (message.stream === null) return false
  const policy = user.topicPolicies.find(
    ({ stream, topic }) => stream === message.stream && topicKey(topic) === topicKey(message.topic),
  )
  if (policy) return policy.policy === 1
  return user.subscriptions.some(({ stream, isMuted }) => stream === message.stream && isMuted)
}

/** `unread_msgs` of register, its groups sorted by what names them. */
export function describeUnreadMessages(model: ModelChat, user: ModelUser): object {
  const unread = listUnread(model, user)
  const groups = new Map<string, ModelMessage[]>()
  for (const message of unread) {
    const key =
      message.stream === null ? message.people.join(',') : `${message.stream}:${topicKey(message.topic)}`
    groups.set(key, [...(groups.get(key) ?? []), message])
  }
  const all = [...groups.values()]
  const ids = (messages: ModelMessage[]) => messages.map(({ id }) => id)
  const inPrivate = all.filter(([first]) => first!.stream === null)
  return {
    count: unread.filter((message) => !isMuted(user, message)).length,
    pms: inPrivate
      .filter(([first]) => first!.people.length <= 2)
      .map((group) => ({
        sender_id: group[0]!.people.find((id) => id !== user.id) ?? user.id,
        other_user_id: group[0]!.people.find((id) => id !== user.id) ?? user.id,
        unread_message_ids: ids(group),
      })),
    streams: all
      .filter(([first]) => first!.stream !== null)
      .map((group) => ({
        stream_id: group[0]!.stream,
        topic: group.at(-1)!.topic,
        unread_message_ids: ids(group),
        sender_ids: [...new Set(group.map(({ sender }) => sender))].sort((one, other) => one - other),
      })),
    huddles: inPrivate
      .filter(([first]) => first!.people.length > 2)
      .map((group) => ({ user_ids_string: group[0]!.people.join(','), unread_message_ids: ids(group) })),
    mentions: ids(unread.filter((one) => markOf(user, one.id).mentioned || mentionsEveryone(one.content))),
  }
}

/** Where a message belongs that becomes unread again, for the event. */
export function unreadDetails(user: ModelUser, message: ModelMessage): object {
  const isMentioned = markOf(user, message.id).mentioned || mentionsEveryone(message.content)
  const place =
    message.stream === null
      ? { type: 'private', user_ids: message.people.filter((id) => id !== user.id) }
      : {
          type: 'stream',
          stream_id: message.stream,
          topic: message.topic,
          unmuted_stream_msg: !isMuted(user, message),
        }
  return isMentioned ? { ...place, mentioned: true } : place
}

/** Streams named by these messages that bring the user nothing at present. */
export function streamsNotSubscribed(user: ModelUser, messages: readonly ModelMessage[]): number[] {
  const streams = messages.flatMap(({ stream }) => stream ?? []).filter((id) => !isSubscribed(user, id))
  return [...new Set(streams)].sort((one, other) => one - other)
}
