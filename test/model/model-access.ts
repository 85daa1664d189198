import {
  type ModelChat,
  type ModelMessage,
  type ModelStream,
  type ModelUser,
  streamOf,
} from './model-chat.ts'

export const isSubscribed = (user: ModelUser, stream: number) =>
  user.subscriptions.some((one) => one.stream === stream && one.isActive)

/** Public streams are open to everybody but guests. */
export const isOpenTo = (user: ModelUser, stream: ModelStream) => !stream.isPrivate && user.role !== 'guest'

/** May the user see the stream and read it? */
export const canUse = (user: ModelUser, stream: ModelStream) =>
  isOpenTo(user, stream) || isSubscribed(user, stream.id)

/** Can the user look up in the stream what never came to them? */
export function isHistoryOpen(model: ModelChat, user: ModelUser, streamId: number): boolean {
  const stream = streamOf(model, streamId)
  if (!stream) return false
  return isOpenTo(user, stream) || (stream.isHistoryPublic && isSubscribed(user, stream.id))
}

export function hasReceived(model: ModelChat, user: ModelUser, message: ModelMessage): boolean {
  return user.copies.has(message.id) && !isClosedAfterLeaving(model, user, message.stream)
}

export function canRead(model: ModelChat, user: ModelUser, message: ModelMessage): boolean {
  if (hasReceived(model, user, message)) return true
  return message.stream !== null && isHistoryOpen(model, user, message.stream)
}

/** Outsiders have nothing of a private stream. People who were in it when it was archived keep their messages. */
export function isClosedAfterLeaving(model: ModelChat, user: ModelUser, streamId: number | null): boolean {
  if (streamId === null) return false
  const stream = model.streams.find((one) => one.id === streamId)!
  return stream.isPrivate && !isSubscribed(user, streamId) && !stream.lastMembers.includes(user.id)
}
