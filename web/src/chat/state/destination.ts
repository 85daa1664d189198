import { type Conversation, othersOf, topicKey } from './conversation.ts'
import type { Narrow } from './narrow.ts'

/** Where a message is to go, as far as it is chosen. */
export type Destination =
  | { kind: 'stream'; streamId: number | undefined; topic: string }
  | { kind: 'direct'; userIds: readonly number[] }

/** The topic of messages that were given none. */
export const NO_TOPIC = '(no topic)'

/** The default destination of a message that is written in a narrow. */
export function destinationOf(narrow: Narrow): Destination {
  switch (narrow.kind) {
    case 'topic':
      return { kind: 'stream', streamId: narrow.streamId, topic: narrow.topic }
    case 'stream':
      return { kind: 'stream', streamId: narrow.streamId, topic: '' }
    case 'direct':
      return { kind: 'direct', userIds: narrow.userIds }
    case 'directs':
      return { kind: 'direct', userIds: [] }
    default:
      return { kind: 'stream', streamId: undefined, topic: '' }
  }
}

export function destinationOfConversation(conversation: Conversation): Destination {
  return destinationOf(conversation)
}

/** Whether nothing is left to choose, not even a topic that may be left out. */
export function isChosen(destination: Destination): boolean {
  if (destination.kind === 'direct') return destination.userIds.length > 0
  return destination.streamId !== undefined && destination.topic.trim() !== ''
}

/** undefined: something is left to choose. */
export function conversationTo(
  destination: Destination,
  { me, mandatoryTopics }: { me: number; mandatoryTopics: boolean },
): Conversation | undefined {
  if (destination.kind === 'direct') {
    if (destination.userIds.length === 0) return undefined
    return { kind: 'direct', userIds: othersOf(destination.userIds, me) }
  }
  const { streamId } = destination
  const topic = destination.topic.trim() || (mandatoryTopics ? '' : NO_TOPIC)
  return streamId === undefined || topic === '' ? undefined : { kind: 'topic', streamId, topic }
}

/** Equal for places that mean the same. */
export function destinationKey(destination: Destination): string {
  if (destination.kind === 'direct') {
    return `d${destination.userIds.toSorted((one, other) => one - other).join(',')}`
  }
  return topicKey(destination.streamId ?? 0, destination.topic.trim())
}
