import { canUse, isOpenTo, isSubscribed } from './model-access.ts'
import {
  type ModelChat,
  type ModelStream,
  type ModelUser,
  type Role,
  streamOf,
  topicKey,
} from './model-chat.ts'
import { announce } from './model-events.ts'
import { readAll } from './model-flags.ts'
import { announceMutedTopics, dropLostStars, forgetTopics } from './model-losses.ts'
import { addMessage } from './model-messages.ts'
import { listUnread } from './model-unread.ts'

export function firstMessageOf(model: ModelChat, streamId: number): number | null {
  for (const { id, stream } of model.messages.values()) if (stream === streamId) return id
  return null
}

/** false: refused. */
export function subscribe(
  model: ModelChat,
  actor: ModelUser,
  stream: ModelStream,
  users: ModelUser[],
): boolean {
  if (actor.role === 'guest' || stream.isArchived || !canUse(actor, stream)) return false
  const added = users.filter((user) => !isSubscribed(user, stream.id))
  openSubscriptions(model, stream, added)
  for (const user of added) {
    if (user === actor) continue
    const content = `@**${actor.name}** subscribed you to the stream #**${stream.name}**.`
    addMessage(model, model.lastId + 1, model.notificationBot, { people: [user.id] }, content, 'Internal')
  }
  return true
}

export function openSubscriptions(model: ModelChat, stream: ModelStream, added: readonly ModelUser[]): void {
  for (const user of added) {
    const known = user.subscriptions.find((one) => one.stream === stream.id)
    if (known) known.isActive = true
    else user.subscriptions.push({ stream: stream.id, isActive: true, isMuted: false })
    if (!user.joined.includes(stream.id)) user.joined.push(stream.id)
  }
  if (added.length === 0) return
  announce(model, { users: added.map(({ id }) => id) }, (user) => ({
    type: 'subscription',
    op: 'add',
    stream: stream.id,
    isMuted: subscriptionOf(user, stream.id).isMuted,
    firstMessage: firstMessageOf(model, stream.id),
  }))
}

const subscriptionOf = (user: ModelUser, stream: number) =>
  user.subscriptions.find((one) => one.stream === stream)!

/** What was not read before leaving does not wait. false: refused. */
export function unsubscribe(
  model: ModelChat,
  actor: ModelUser,
  stream: ModelStream,
  user: ModelUser,
): boolean {
  const isKnown = actor.role === 'administrator' || canUse(actor, stream)
  if (stream.isArchived || !isKnown || (user !== actor && actor.role !== 'administrator')) return false
  if (!isSubscribed(user, stream.id)) return true
  readAll(
    model,
    user,
    listUnread(model, user).filter((message) => message.stream === stream.id),
  )
  endCopies(model, user, stream.id)
  announce(model, { users: [user.id] }, () => ({ type: 'subscription', op: 'remove', stream: stream.id }))
  const isEmpty = !model.users.some((one) => isSubscribed(one, stream.id))
  if (stream.isPrivate && isEmpty) stream.isArchived = true
  if (user.role === 'guest' || (stream.isPrivate && user.role !== 'administrator'))
    forgetTopics(model, user, stream)
  dropLostStars(model, user, stream)
  return true
}

/** What has come stays, but can not become unread any more. */
export function endCopies(model: ModelChat, user: ModelUser, streamId: number): void {
  for (const [id, copy] of user.copies) if (model.messages.get(id)!.stream === streamId) copy.isOpen = false
  subscriptionOf(user, streamId).isActive = false
}

/** false: refused. */
export function muteStream(model: ModelChat, user: ModelUser, streamId: number, isMuted: boolean): boolean {
  if (!streamOf(model, streamId) || !isSubscribed(user, streamId)) return false
  subscriptionOf(user, streamId).isMuted = isMuted
  for (const [property, value] of [
    ['in_home_view', !isMuted],
    ['is_muted', isMuted],
  ])
    announce(model, { users: [user.id] }, () => ({
      type: 'subscription',
      op: 'update',
      stream: streamId,
      property,
      value,
    }))
  return true
}

/** 0: as its stream is. false: refused. */
export function setTopicPolicy(
  model: ModelChat,
  user: ModelUser,
  streamId: number,
  topic: string,
  policy: number,
): boolean {
  const key = (one: { stream: number; topic: string }) => `${one.stream}:${topicKey(one.topic)}`
  const wanted = { stream: streamId, topic, policy }
  const known = user.topicPolicies.find((one) => key(one) === key(wanted))
  const stream = streamOf(model, streamId)
  if (!stream || (!canUse(user, stream) && !(known && policy === 0))) return false
  const before = known?.policy ?? 0
  if (before === policy) return true
  user.topicPolicies = user.topicPolicies.filter((one) => one !== known)
  if (policy !== 0) user.topicPolicies.push(wanted)
  announce(model, { users: [user.id] }, () => ({ type: 'user_topic', ...wanted }))
  if (before === 1 || policy === 1) announceMutedTopics(model, user)
  return true
}

/** Messages of a muted person come as read. false: refused. */
export function muteUser(user: ModelUser, other: ModelUser, isMuted: boolean): boolean {
  if (user === other && isMuted) return false
  if (user.mutedUsers.includes(other.id) === isMuted) return false
  user.mutedUsers = isMuted ? [...user.mutedUsers, other.id] : user.mutedUsers.filter((id) => id !== other.id)
  return true
}

/** false: refused. */
export function changeRole(model: ModelChat, actor: ModelUser, user: ModelUser, role: Role): boolean {
  if (actor.role !== 'administrator') return false
  if (user.role === role) return true
  const administrators = model.users.filter((one) => one.role === 'administrator')
  if (user.role === 'administrator' && administrators.length === 1) return false
  const before = { ...user }
  user.role = role
  announce(model, { everyone: true }, () => ({ type: 'realm_user', user: user.id, role }))
  const gone = model.streams
    .filter((stream) => !stream.isArchived && !isSubscribed(user, stream.id))
    .filter((stream) => knows(before, stream) && !knows(user, stream))
    .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
  for (const stream of gone) forgetTopics(model, user, stream)
  dropLostStars(model, user)
  for (const stream of model.streams) {
    if (stream.isArchived || knows(before, stream) || !knows(user, stream)) continue
    // Clients forgot the settings of a stream when it went out of sight: so does the server.
    user.subscriptions = user.subscriptions.filter((one) => one.isActive || one.stream !== stream.id)
  }
  return true
}

const knows = (user: ModelUser, stream: ModelStream) =>
  user.role === 'administrator' || isOpenTo(user, stream)
