import { canUse, isSubscribed } from './model-access.ts'
import { type ModelChat, type ModelStream, type ModelUser, streamNamed } from './model-chat.ts'
import { announce } from './model-events.ts'
import { readAll } from './model-flags.ts'
import { announceMutedTopics, dropLostStars, forgetTopics } from './model-losses.ts'
import { addMessage } from './model-messages.ts'
import { endCopies } from './model-subscriptions.ts'
import { listUnread } from './model-unread.ts'

/** false: refused. */
export function changePrivacy(
  model: ModelChat,
  actor: ModelUser,
  stream: ModelStream,
  isPrivate: boolean,
  isHistoryPublic: boolean | undefined,
): boolean {
  if (actor.role !== 'administrator' || stream.isArchived || !canUse(actor, stream)) return false
  const subscribers = model.users.filter((user) => isSubscribed(user, stream.id))
  if (isPrivate && (stream.isDefault || (!stream.isPrivate && subscribers.length === 0))) return false
  const wasPrivate = stream.isPrivate
  stream.isPrivate = isPrivate
  if (!isPrivate) stream.isHistoryPublic = true
  else stream.isHistoryPublic = isHistoryPublic ?? (wasPrivate ? stream.isHistoryPublic : false)
  for (const user of model.users) {
    if (!wasPrivate && isPrivate && user.role === 'member' && !isSubscribed(user, stream.id))
      forgetTopics(model, user, stream)
    dropLostStars(model, user, stream)
  }
  if (!wasPrivate || isPrivate) return true
  for (const user of model.users) {
    // Their clients forgot the settings when the stream went out of sight: so does the server.
    if (user.role === 'member')
      user.subscriptions = user.subscriptions.filter((one) => one.isActive || one.stream !== stream.id)
  }
  return true
}

/** false: refused. */
export function renameStream(model: ModelChat, actor: ModelUser, stream: ModelStream, name: string): boolean {
  if (actor.role !== 'administrator' || stream.isArchived || name === stream.name) return false
  const other = streamNamed(model, name)
  if (other && other !== stream) return false
  const before = stream.name
  stream.name = name
  for (const user of model.users) {
    if (user.topicPolicies.some((one) => one.stream === stream.id && one.policy === 1))
      announceMutedTopics(model, user)
  }
  const content = `@_**${actor.name}|${actor.id}** renamed stream **${before}** to **${name}**.`
  const destination = { stream: stream.id, topic: 'stream events' }
  addMessage(model, model.lastId + 1, model.notificationBot, destination, content, 'Internal', [actor.id])
  return true
}

/** Who received its messages keeps them. false: refused. */
export function archiveStream(model: ModelChat, actor: ModelUser, stream: ModelStream): boolean {
  if (actor.role !== 'administrator' || stream.isArchived) return false
  const subscribers = model.users.filter((user) => isSubscribed(user, stream.id))
  for (const user of subscribers)
    readAll(
      model,
      user,
      listUnread(model, user).filter((message) => message.stream === stream.id),
    )
  for (const user of subscribers) endCopies(model, user, stream.id)
  const users = subscribers.map(({ id }) => id)
  announce(model, { users }, () => ({ type: 'subscription', op: 'remove', stream: stream.id }))
  stream.isArchived = true
  stream.lastMembers = users
  for (const user of model.users) dropLostStars(model, user, stream)
  return true
}
