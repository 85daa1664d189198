import { pageValues } from './compare-page.ts'
import type { ModelStream, ModelUser, Role } from './model-chat.ts'
import { changeFlags, type FlagChange, markAllAsRead, markStreamAsRead } from './model-flags.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { findPage } from './model-page.ts'
import {
  changeRole,
  muteStream,
  muteUser,
  setTopicPolicy,
  subscribe,
  unsubscribe,
} from './model-subscriptions.ts'
import { listUnread } from './model-unread.ts'
import { expectCall, type World } from './model-world.ts'
import { randomUser, topics } from './random-content.ts'
import { randomMessageId, randomPage } from './random-question.ts'
import type { Step, WeightedSteps } from './random-step.ts'

const flag: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const change: FlagChange = {
    op: random.pick(['add', 'remove'] as const),
    flag: random.pick(['read', 'read', 'read', 'starred', 'collapsed'] as const),
  }
  return flagMessages(world, user, change, randomIds(world, user))
}

/** Messages that the user has, as a client would name them; sometimes any. */
function randomIds({ model, random }: World, user: ModelUser): number[] {
  const own = [...user.copies.keys()]
  const unread = listUnread(model, user).map(({ id }) => id)
  const source = random.pick([unread, own, own.slice(-15)])
  if (source.length === 0 || random.chance(0.1)) return [randomMessageId(model, random)]
  return random.chance(0.2) ? source.slice(0, 300) : random.some(source, 5)
}

export async function flagMessages(
  world: World,
  user: ModelUser,
  change: FlagChange,
  messages: readonly number[],
): Promise<string> {
  const expected = changeFlags(world.model, user, change, messages)
  const values = { messages, ...change }
  const body = await expectCall(world, user, 'POST', '/messages/flags', values, expected !== undefined)
  if (expected) {
    const got = body.ignored_because_not_subscribed_channels
    ModelMismatch.check(user.email, `POST /messages/flags ${JSON.stringify(values)}`, expected.ignored, got)
  }
  return `${user.email} flags ${JSON.stringify(values)}: ${expected !== undefined}`
}

const flagNarrow: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const question = randomPage(model, user, random)
  const change: FlagChange = {
    op: random.pick(['add', 'remove'] as const),
    flag: random.pick(['read', 'starred'] as const),
  }
  const page = findPage(model, user, question)
  const { apply_markdown: _markdown, ...place } = pageValues(question)
  const values = { narrow: [], ...place, ...change }
  const changed =
    page &&
    changeFlags(
      model,
      user,
      change,
      page.messages.map(({ id }) => id),
    )
  const body = await expectCall(world, user, 'POST', '/messages/flags/narrow', values, page !== undefined)
  if (page) {
    const expected = {
      processed_count: page.messages.length,
      updated_count: changed!.changed,
      first_processed_id: page.messages[0]?.id ?? null,
      last_processed_id: page.messages.at(-1)?.id ?? null,
      found_oldest: page.found_oldest,
      found_newest: page.found_newest,
      ignored_because_not_subscribed_channels: changed!.ignored,
    }
    const { result: _result, msg: _msg, ...got } = body
    ModelMismatch.check(user.email, `POST /messages/flags/narrow ${JSON.stringify(values)}`, expected, got)
  }
  return `${user.email} flags narrow ${JSON.stringify(values)}: ${page !== undefined}`
}

const markAll: Step = async (world) => {
  const user = randomUser(world.model, world.random)
  markAllAsRead(world.model, user)
  await expectCall(world, user, 'POST', '/mark_all_as_read', {}, true)
  return `${user.email} marks all as read`
}

const markStream: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream_id = random.pick(model.streams).id
  const topic_name = random.chance(0.6) ? random.pick(topics) : undefined
  const isGranted = markStreamAsRead(model, user, stream_id, topic_name)
  const path = topic_name === undefined ? '/mark_stream_as_read' : '/mark_topic_as_read'
  await expectCall(world, user, 'POST', path, { stream_id, topic_name }, isGranted)
  return `${user.email} marks ${topic_name ?? 'everything'} of ${stream_id} as read: ${isGranted}`
}

const join: Step = async (world) => {
  const { model, random } = world
  const actor = randomUser(model, random)
  const stream = random.pick(model.streams)
  return subscribeUsers(world, actor, stream, random.chance(0.6) ? [actor] : random.some(model.users, 2))
}

export async function subscribeUsers(
  world: World,
  actor: ModelUser,
  stream: ModelStream,
  users: ModelUser[],
): Promise<string> {
  const isGranted = subscribe(world.model, actor, stream, users)
  const principals = users.map(({ id }) => id)
  // A name that is free would make a new stream.
  if (stream.isArchived) return 'nothing: the stream is archived'
  const values = { subscriptions: [{ name: stream.name }], principals }
  await expectCall(world, actor, 'POST', '/users/me/subscriptions', values, isGranted)
  return `${actor.email} subscribes ${principals} to ${stream.name}: ${isGranted}`
}

const leave: Step = async (world) => {
  const { model, random } = world
  const actor = randomUser(model, random)
  const stream = random.pick(model.streams)
  return unsubscribeUser(world, actor, stream, random.chance(0.7) ? actor : randomUser(model, random))
}

export async function unsubscribeUser(
  world: World,
  actor: ModelUser,
  stream: ModelStream,
  user: ModelUser,
): Promise<string> {
  const isGranted = unsubscribe(world.model, actor, stream, user)
  const values = { subscriptions: [stream.name], principals: [user.id] }
  await expectCall(world, actor, 'DELETE', '/users/me/subscriptions', values, isGranted)
  return `${actor.email} unsubscribes ${user.email} from ${stream.name}: ${isGranted}`
}

const mute: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream_id = random.pick(model.streams).id
  const value = random.chance(0.5)
  const isGranted = muteStream(model, user, stream_id, value)
  const values = { subscription_data: [{ stream_id, property: 'is_muted', value }] }
  await expectCall(world, user, 'POST', '/users/me/subscriptions/properties', values, isGranted)
  return `${user.email} mutes ${stream_id}: ${value}, ${isGranted}`
}

const muteTopic: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream_id = random.pick(model.streams).id
  const topic = random.pick(topics)
  const visibility_policy = random.below(4)
  const isGranted = setTopicPolicy(model, user, stream_id, topic, visibility_policy)
  const values = { stream_id, topic, visibility_policy }
  await expectCall(world, user, 'POST', '/user_topics', values, isGranted)
  return `${user.email} sets topic ${JSON.stringify(values)}: ${isGranted}`
}

const muteSomebody: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const other = randomUser(model, random)
  const isMuted = random.chance(0.5)
  const isGranted = muteUser(user, other, isMuted)
  const method = isMuted ? 'POST' : 'DELETE'
  await expectCall(world, user, method, `/users/me/muted_users/${other.id}`, {}, isGranted)
  return `${user.email} ${isMuted ? 'mutes' : 'unmutes'} ${other.email}: ${isGranted}`
}

/** Every second unread message: more than the server keeps one by one. */
const readScattered: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const ids = listUnread(model, user)
    .map(({ id }) => id)
    .filter((_, index) => index % 2 === 0)
  return flagMessages(world, user, { op: 'add', flag: 'read' }, ids.slice(-random.pick([50, 260, 2000])))
}

const roleNumbers: Record<Role, number> = { administrator: 200, member: 400, guest: 600 }

const role: Step = async (world) => {
  const { model, random } = world
  const actor = random.chance(0.8)
    ? model.users.find((one) => one.role === 'administrator')!
    : randomUser(model, random)
  const user = randomUser(model, random)
  return setRole(world, actor, user, random.pick(['administrator', 'member', 'guest'] as const))
}

export async function setRole(
  world: World,
  actor: ModelUser,
  user: ModelUser,
  wanted: Role,
): Promise<string> {
  const isGranted = changeRole(world.model, actor, user, wanted)
  await expectCall(world, actor, 'PATCH', `/users/${user.id}`, { role: roleNumbers[wanted] }, isGranted)
  return `${actor.email} makes ${user.email} ${wanted}: ${isGranted}`
}

export const readerSteps: WeightedSteps = [
  [14, flag],
  [3, flagNarrow],
  [1, markAll],
  [3, markStream],
  [4, join],
  [4, leave],
  [2, mute],
  [3, muteTopic],
  [2, role],
  [1, muteSomebody],
  [1, readScattered],
]
