import type { Message } from '@switchboard/client/chat'

/** Where a message goes: a topic of a stream, or a group of people. */
export type Conversation =
  | { kind: 'topic'; streamId: number; topic: string }
  /** User ids of the other participants, ascending; the user's own id for notes to self. */
  | { kind: 'direct'; userIds: readonly number[] }

/** Topics that differ only in case are one topic. */
export function topicKey(streamId: number, topic: string): string {
  return `s${streamId}:${topic.toLowerCase()}`
}

export function directKey(userIds: readonly number[], me: number): string {
  return `d${othersOf(userIds, me).join(',')}`
}

/** The other participants of a conversation, in ascending order. */
export function othersOf(userIds: readonly number[], me: number): number[] {
  const others = [...new Set(userIds)].filter((id) => id !== me).sort((one, other) => one - other)
  return others.length > 0 ? others : [me]
}

export function conversationKey(conversation: Conversation): string {
  return conversation.kind === 'topic'
    ? topicKey(conversation.streamId, conversation.topic)
    : `d${conversation.userIds.join(',')}`
}

export function conversationOf(message: Message, me: number): Conversation {
  if (message.type === 'stream') {
    return { kind: 'topic', streamId: message.stream_id ?? 0, topic: message.subject }
  }
  const people = message.display_recipient as { id: number }[]
  return {
    kind: 'direct',
    userIds: othersOf(
      people.map(({ id }) => id),
      me,
    ),
  }
}

/** The people of a private conversation, from its key. */
export function userIdsOfKey(key: string): number[] {
  return key.startsWith('d') ? key.slice(1).split(',').map(Number) : []
}
