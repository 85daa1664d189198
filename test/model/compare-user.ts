import { canUse, hasReceived, isOpenTo, isSubscribed } from './model-access.ts'
import { type ModelChat, type ModelUser, markOf, streamOf, topicKey } from './model-chat.ts'
import { mutedTopics } from './model-losses.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { firstMessageOf } from './model-subscriptions.ts'
import { describeUnreadMessages } from './model-unread.ts'
import { call, type World } from './model-world.ts'

const bySomeKey = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

/** What a client starts from. */
export async function compareInitialData(world: World, user: ModelUser): Promise<void> {
  world.questions += 1
  const { model } = world
  const types = [
    'message',
    'update_message_flags',
    'starred_messages',
    'recent_private_conversations',
    'subscription',
    'muted_topics',
    'user_topic',
  ]
  const { body } = await call(world, user, 'POST', '/register', { event_types: [], fetch_event_types: types })
  if (body.result !== 'success') throw new ModelMismatch(user.email, 'POST /register', 'success', body)
  const unread = body.unread_msgs as Record<string, object[]>
  const sorted = (one: Record<string, unknown>) => ({
    count: one.count,
    pms: [...(one.pms as object[])].sort(bySomeKey),
    streams: [...(one.streams as object[])].sort(bySomeKey),
    huddles: [...(one.huddles as object[])].sort(bySomeKey),
    mentions: one.mentions,
  })
  const got = {
    max_message_id: body.max_message_id,
    unread_msgs: sorted(unread),
    starred: body.starred_messages,
    conversations: body.recent_private_conversations,
    subscriptions: (body.subscriptions as Record<string, unknown>[])
      .map(({ stream_id, is_muted, first_message_id }) => ({ stream_id, is_muted, first_message_id }))
      .sort(bySomeKey),
    muted_topics: (body.muted_topics as string[][]).map(([stream, topic]) => `${stream}: ${topic}`).sort(),
    user_topics: (body.user_topics as Record<string, unknown>[])
      .map((one) => ({ stream: one.stream_id, topic: one.topic_name, policy: one.visibility_policy }))
      .sort(bySomeKey),
  }
  const expected = {
    max_message_id: newestReceived(model, user),
    unread_msgs: sorted(describeUnreadMessages(model, user) as Record<string, unknown>),
    starred: [...user.marks.keys()]
      .filter((id) => markOf(user, id).starred)
      .sort((one, other) => one - other),
    conversations: conversationsOf(model, user),
    subscriptions: user.subscriptions
      .filter((one) => one.isActive)
      .map(({ stream, isMuted }) => ({
        stream_id: stream,
        is_muted: isMuted,
        first_message_id: firstMessageOf(model, stream),
      }))
      .sort(bySomeKey),
    muted_topics: mutedTopics(model, user),
    user_topics: user.topicPolicies
      .map(({ stream, topic, policy }) => ({ stream, topic, policy }))
      .sort(bySomeKey),
  }
  ModelMismatch.check(user.email, 'POST /register', expected, got)
  await call(world, user, 'DELETE', '/events', { queue_id: body.queue_id })
}

function newestReceived(model: ModelChat, user: ModelUser): number {
  const received = [...model.messages.values()].filter((message) => hasReceived(model, user, message))
  return received.at(-1)?.id ?? -1
}

function conversationsOf(model: ModelChat, user: ModelUser): object[] {
  const newest = new Map<string, number>()
  for (const { id, stream, people } of model.messages.values())
    if (stream === null && people.includes(user.id)) newest.set(people.join(), id)
  return [...newest]
    .map(([people, id]) => ({
      max_message_id: id,
      user_ids: people
        .split(',')
        .map(Number)
        .filter((one) => one !== user.id),
    }))
    .sort((one, other) => other.max_message_id - one.max_message_id)
}

/** Newest first; a topic is called what its newest message calls it. */
export async function compareTopics(world: World, user: ModelUser, streamId: number): Promise<void> {
  world.questions += 1
  const { model } = world
  const stream = streamOf(model, streamId)
  const { body } = await call(world, user, 'GET', `/users/me/${streamId}/topics`)
  const asked = `GET /users/me/${streamId}/topics`
  if (!stream || !canUse(user, stream)) {
    ModelMismatch.check(user.email, asked, 'error', body.result)
    return
  }
  const isOpen = isOpenTo(user, stream) || stream.isHistoryPublic
  const newest = new Map<string, { name: string; max_id: number }>()
  for (const { id, stream: place, topic } of model.messages.values()) {
    if (place === streamId && (isOpen || user.copies.has(id)))
      newest.set(topicKey(topic), { name: topic, max_id: id })
  }
  const expected = [...newest.values()].sort((one, other) => other.max_id - one.max_id)
  ModelMismatch.check(user.email, asked, expected, body.topics)
}

export async function compareStreams(world: World, user: ModelUser): Promise<void> {
  world.questions += 1
  const { model } = world
  const { body } = await call(world, user, 'GET', '/streams')
  const expected = model.streams
    .filter((stream) => !stream.isArchived && canUse(user, stream))
    .filter(({ id }) => model.users.some((one) => isSubscribed(one, id)))
    .map(({ id, name }) => ({ id, name, first: firstMessageOf(model, id) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const got = (body.streams as Record<string, unknown>[]).map((one) => ({
    id: one.stream_id,
    name: one.name,
    first: one.first_message_id,
  }))
  ModelMismatch.check(user.email, 'GET /streams', expected, got)
}
