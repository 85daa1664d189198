import { canRead } from './model-access.ts'
import { changeMark, type ModelChat, type ModelStream, type ModelUser, markOf } from './model-chat.ts'
import { announce, announceFlags } from './model-events.ts'

/** Removes the stars on messages that the user can no longer read: in one stream, or in all. */
export function dropLostStars(model: ModelChat, user: ModelUser, stream?: ModelStream): void {
  const lost = [...model.messages.values()].filter(
    (message) =>
      (stream ? message.stream === stream.id : true) &&
      markOf(user, message.id).starred &&
      !canRead(model, user, message),
  )
  for (const { id } of lost) changeMark(user, id, { starred: false })
  if (lost.length > 0)
    announceFlags(
      model,
      user,
      'remove',
      'starred',
      lost.map(({ id }) => id),
    )
}

/** People who can no longer see a stream lose their settings for its topics. In no particular order. */
export function forgetTopics(model: ModelChat, user: ModelUser, stream: ModelStream): void {
  const forgotten = user.topicPolicies.filter((one) => one.stream === stream.id)
  user.topicPolicies = user.topicPolicies.filter((one) => one.stream !== stream.id)
  asOneBatch(model, () => {
    for (const { topic } of forgotten)
      announce(model, { users: [user.id] }, () => ({
        type: 'user_topic',
        stream: stream.id,
        topic,
        policy: 0,
      }))
  })
  if (forgotten.some(({ policy }) => policy === 1)) announceMutedTopics(model, user)
}

export function announceMutedTopics(model: ModelChat, user: ModelUser): void {
  announce(model, { users: [user.id] }, () => ({ type: 'muted_topics', topics: mutedTopics(model, user) }))
}

/** In a fixed order: the server sorts by seconds, which the model does not know. */
export const mutedTopics = (model: ModelChat, user: ModelUser) =>
  user.topicPolicies
    .filter(({ policy }) => policy === 1)
    .map(({ stream, topic }) => `${model.streams.find(({ id }) => id === stream)!.name}: ${topic}`)
    .sort()

function asOneBatch(model: ModelChat, work: () => void): void {
  const { isConcurrent } = model
  if (!isConcurrent) model.batch += 1
  model.isConcurrent = true
  work()
  model.isConcurrent = isConcurrent
}
