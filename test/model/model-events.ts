import { canRead, isSubscribed } from './model-access.ts'
import {
  type ExpectedEvent,
  type ModelChat,
  type ModelMessage,
  type ModelQueue,
  type ModelStream,
  type ModelUser,
  markOf,
  streamNameOf,
  streamOf,
  userOf,
} from './model-chat.ts'
import { mentionsEveryone } from './model-content.ts'

/** Who gets the event. The parts add up. */
export interface Audience {
  users?: readonly number[]
  subscribersOf?: number
  /** with subscribersOf: only those to whom this message came */
  received?: number
  /** queues that watch public streams, unless they are a guest's */
  publicWatchers?: boolean
  everyone?: boolean
  leftBehind?: LeftBehind
}

/** Those in one stream and not in the other, to which messages went. */
export interface LeftBehind {
  stream: ModelStream
  notIn: ModelStream
  among: 'everyone' | 'members' | 'guests'
  /** only these */
  had?: ReadonlySet<number>
}

/** `shape` gives each queue its own event; undefined: not for this queue. */
export function announce(
  model: ModelChat,
  audience: Audience,
  shape: (user: ModelUser, received: boolean, queue: ModelQueue) => ExpectedEvent['event'] | undefined,
): void {
  if (!model.isConcurrent) model.batch += 1
  for (const queue of model.queues) {
    const user = userOf(model, queue.user)!
    const received = isAmong(user, audience)
    const watches = queue.allPublicStreams || queue.narrow.length > 0
    const isWatching =
      audience.publicWatchers && watches && user.role !== 'guest' && !isThere(user, audience.leftBehind)
    const isLeft = isLeftBehind(user, audience.leftBehind)
    if (!received && !isWatching && !isLeft) continue
    const event = shape(user, received, queue)
    if (event) queue.expected.push({ batch: model.batch, event })
  }
}

function isAmong(user: ModelUser, audience: Audience): boolean {
  if (audience.everyone || audience.users?.includes(user.id)) return true
  if (audience.subscribersOf === undefined || !isSubscribed(user, audience.subscribersOf)) return false
  return audience.received === undefined || user.copies.has(audience.received)
}

const isThere = (user: ModelUser, left: LeftBehind | undefined) =>
  left !== undefined && isSubscribed(user, left.notIn.id)

function isLeftBehind(user: ModelUser, left: LeftBehind | undefined): boolean {
  if (!left || !isSubscribed(user, left.stream.id) || isThere(user, left)) return false
  if (left.among !== 'everyone' && (left.among === 'guests') !== (user.role === 'guest')) return false
  return left.had === undefined || left.had.has(user.id)
}

/**
 * What the queue gets of the event now. Content is only for those who can read the message now. undefined: nothing.
 */
export function asDelivered(
  model: ModelChat,
  user: ModelUser,
  event: ExpectedEvent['event'],
): ExpectedEvent['event'] | undefined {
  if (!['message', 'update_message', 'reaction'].includes(event.type)) return event
  const ids = (event.messages ?? [event.message]) as number[]
  const isReadable = (id: number) => {
    const message = model.messages.get(id)
    return message !== undefined && canRead(model, user, message)
  }
  if (!ids.some(isReadable)) return undefined
  if (isReadable(event.message as number)) return event
  const { content: _content, ...rest } = event
  return rest as ExpectedEvent['event']
}

/**
 * Who gets the event about a changed message: in a stream with a closed history, only its receivers; in an archived
 * one, those of them who were in it until then.
 */
export function changeAudience(model: ModelChat, message: ModelMessage): Audience {
  if (message.stream === null) return { users: message.people }
  const stream = streamOf(model, message.stream)
  if (!stream) {
    const { lastMembers } = model.streams.find(({ id }) => id === message.stream)!
    const users = lastMembers.filter((id) => userOf(model, id)!.copies.has(message.id))
    return { users }
  }
  if (!stream.isHistoryPublic) return { subscribersOf: stream.id, received: message.id }
  return { subscribersOf: stream.id, publicWatchers: !stream.isPrivate }
}

export function announceMessage(model: ModelChat, message: ModelMessage): void {
  const stream = streamOf(model, message.stream)
  const audience = stream
    ? { subscribersOf: stream.id, publicWatchers: !stream.isPrivate }
    : { users: message.people }
  announce(model, audience, (user, received, queue) => {
    if (!queue.narrow.every(([operator, operand]) => fits(model, user, received, message, operator, operand)))
      return undefined
    return {
      type: 'message',
      message: message.id,
      sender: message.sender,
      stream: message.stream,
      topic: message.topic,
      content: message.content,
      flags: received ? flagsWhenSent(user, message) : [],
    }
  })
}

function flagsWhenSent(user: ModelUser, message: ModelMessage): string[] {
  const { mentioned, alerted } = markOf(user, message.id)
  return [
    ...(user.copies.get(message.id)?.isRead ? ['read'] : []),
    ...textFlags(mentioned, mentionsEveryone(message.content), alerted),
  ]
}

export const textFlags = (mentioned: boolean, everyone: boolean, alerted: boolean) => [
  ...(mentioned ? ['mentioned'] : []),
  ...(everyone ? ['wildcard_mentioned'] : []),
  ...(alerted ? ['has_alert_word'] : []),
]

function fits(
  model: ModelChat,
  user: ModelUser,
  received: boolean,
  message: ModelMessage,
  operator: string,
  operand: string,
): boolean {
  switch (operator) {
    case 'stream':
      return message.stream !== null && streamNameOf(model, message.stream) === operand
    case 'topic':
      return message.stream !== null && message.topic.toLowerCase() === operand.toLowerCase()
    case 'sender':
      return userOf(model, message.sender)?.email === operand
    default:
      if (operand === 'private') return message.stream === null
      return received && (markOf(user, message.id).mentioned || mentionsEveryone(message.content))
  }
}

export function announceFlags(
  model: ModelChat,
  user: ModelUser,
  op: 'add' | 'remove',
  flag: string,
  messages: readonly number[],
  details: object | null = null,
): void {
  announce(model, { users: [user.id] }, () => ({
    type: 'update_message_flags',
    op,
    flag,
    messages,
    all: false,
    details,
  }))
}
