import { type ModelChat, type ModelUser, streamNameOf } from './model-chat.ts'
import { changeReaction } from './model-flags.ts'
import {
  addMessage,
  type Destination,
  deleteMessage,
  deleteTopic,
  type Edit,
  editMessage,
  HUMAN_CLIENT,
  maySend,
} from './model-messages.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { moveToStream, type StreamMove } from './model-moves.ts'
import { expectCall, type World } from './model-world.ts'
import { emojis, randomContent, randomUser, topics } from './random-content.ts'
import { randomMessageId } from './random-question.ts'
import type { Step, WeightedSteps } from './random-step.ts'
import { sendMany } from './send-many.ts'

export function randomDestination({ model, random }: World): Destination {
  if (random.chance(0.3)) return { people: random.some(model.users, 3).map(({ id }) => id) }
  return { stream: random.pick(model.streams).id, topic: random.pick(topics) }
}

/** A stream is named by its id or by its name, which the server looks up in different ways. */
export const sendValues = (
  model: ModelChat,
  destination: Destination,
  content: string,
  client: string,
  byName: boolean,
) => ({
  ...('people' in destination
    ? { type: 'private', to: destination.people }
    : {
        type: 'stream',
        to: [byName ? streamNameOf(model, destination.stream) : destination.stream],
        topic: destination.topic,
      }),
  content,
  client,
})

const send: Step = async (world) => {
  const { model, random } = world
  const sender = randomUser(model, random)
  const destination = randomDestination(world)
  const client = random.chance(0.4) ? HUMAN_CLIENT : 'script'
  return sendOne(world, sender, destination, client)
}

export async function sendOne(
  world: World,
  sender: ModelUser,
  destination: Destination,
  client = 'script',
): Promise<string> {
  const { model, random } = world
  const content = randomContent(model, random)
  const values = sendValues(model, destination, content, client, random.chance(0.5))
  const isGranted = maySend(model, sender, destination)
  const { id } = await expectCall(world, sender, 'POST', '/messages', values, isGranted)
  if (isGranted) {
    const message = addMessage(model, model.lastId + 1, sender.id, destination, content, client)
    ModelMismatch.check(sender.email, 'POST /messages', message.id, id)
  }
  return `${sender.email} sends ${JSON.stringify(values)}: ${isGranted ? id : 'refused'}`
}

const edit: Step = async (world) => {
  const { model, random } = world
  const id = randomMessageId(model, random)
  const sender = model.users.find((user) => user.id === model.messages.get(id)?.sender)
  const user = sender && random.chance(0.6) ? sender : randomUser(model, random)
  const mode = random.pick(['change_one', 'change_later', 'change_all'] as const)
  const change: Edit = { mode }
  const kind = random.below(3)
  if (kind !== 0) change.topic = random.pick(topics)
  if (kind !== 1) change.content = randomContent(model, random)
  const values = { topic: change.topic, content: change.content, propagate_mode: mode }
  const isGranted = editMessage(model, user, id, change)
  await expectCall(world, user, 'PATCH', `/messages/${id}`, values, isGranted)
  return `${user.email} edits ${id} ${JSON.stringify(values)}: ${isGranted}`
}

const moveToOtherStream: Step = async (world) => {
  const { model, random } = world
  const inStreams = [...model.messages.values()].filter(({ stream }) => stream !== null).slice(-60)
  const id = inStreams.length > 0 ? random.pick(inStreams).id : randomMessageId(model, random)
  const sender = model.users.find((user) => user.id === model.messages.get(id)?.sender)
  const user = sender && random.chance(0.5) ? sender : randomUser(model, random)
  const elsewhere = model.streams.filter((stream) => stream.id !== model.messages.get(id)?.stream)
  const mode = random.pick(['change_one', 'change_later', 'change_all'] as const)
  const move: StreamMove = { stream: random.pick(elsewhere).id, mode }
  if (random.chance(0.5)) move.topic = random.pick(topics)
  return moveOne(world, user, id, move)
}

export async function moveOne(world: World, user: ModelUser, id: number, move: StreamMove): Promise<string> {
  const values = {
    stream_id: move.stream,
    topic: move.topic,
    propagate_mode: move.mode,
    send_notification_to_new_thread: false,
  }
  const isGranted = moveToStream(world.model, user, id, move)
  await expectCall(world, user, 'PATCH', `/messages/${id}`, values, isGranted)
  return `${user.email} moves ${id} ${JSON.stringify(values)}: ${isGranted}`
}

/** A point in time that narrows can name: all messages are sent before it or after it. */
const markTime: Step = async ({ model }) => {
  const seconds = Math.floor(Date.now() / 1000) + 1
  while (Date.now() < seconds * 1000) await new Promise((next) => setTimeout(next, 50))
  model.marks.push({ seconds, lastId: model.lastId })
  return `${seconds} is the time after ${model.lastId}`
}

const remove: Step = async (world) => {
  const { model, random } = world
  const id = randomMessageId(model, random)
  const sender = model.users.find((user) => user.id === model.messages.get(id)?.sender)
  const user = sender && random.chance(0.5) ? sender : randomUser(model, random)
  return deleteOne(world, user, id)
}

export async function deleteOne(world: World, user: ModelUser, id: number): Promise<string> {
  const isGranted = deleteMessage(world.model, user, id)
  await expectCall(world, user, 'DELETE', `/messages/${id}`, {}, isGranted)
  return `${user.email} deletes ${id}: ${isGranted}`
}

const removeTopic: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream = random.pick(model.streams).id
  const topic = random.pick(topics)
  const isGranted = deleteTopic(model, user, stream, topic)
  await expectCall(world, user, 'POST', `/streams/${stream}/delete_topic`, { topic_name: topic }, isGranted)
  return `${user.email} deletes topic ${topic} of ${stream}: ${isGranted}`
}

/** Until nothing is left: the next message is the first again. */
const removeEverythingInStream: Step = async (world) => {
  const { model, random } = world
  const stream = random.pick(model.streams).id
  const user = model.users.find(({ role }) => role === 'administrator')!
  for (const { id } of [...model.messages.values()].filter((one) => one.stream === stream).slice(0, 200)) {
    const isGranted = deleteMessage(model, user, id)
    await expectCall(world, user, 'DELETE', `/messages/${id}`, {}, isGranted)
  }
  return `${user.email} deletes everything in ${stream}`
}

const react: Step = async (world) => {
  const { model, random } = world
  const id = randomMessageId(model, random)
  const user = randomUser(model, random)
  const emoji = random.pick(emojis)
  return reactOnce(world, user, id, emoji, random.chance(0.7) ? 'add' : 'remove')
}

export async function reactOnce(
  world: World,
  user: ModelUser,
  id: number,
  emoji: string,
  op: 'add' | 'remove',
): Promise<string> {
  const isGranted = changeReaction(world.model, user, op, id, emoji)
  const method = op === 'add' ? 'POST' : 'DELETE'
  await expectCall(world, user, method, `/messages/${id}/reactions`, { emoji_name: emoji }, isGranted)
  return `${user.email} ${op}s ${emoji} at ${id}: ${isGranted}`
}

/** More than a page in memory holds, quickly. */
const sendHundreds: Step = async (world) => {
  const { model, random } = world
  const sender = randomUser(model, random)
  const stream = random.pick(model.streams).id
  const topic = random.pick(topics)
  const count = random.pick([70, 150, 450])
  if (!maySend(model, sender, { stream, topic })) return 'nothing: they may not send there'
  await sendMany(world, { sender, stream, topic: () => topic, count })
  return `${sender.email} sends ${count} messages to ${stream}`
}

export const messageSteps: WeightedSteps = [
  [0.5, sendHundreds],
  [40, send],
  [8, edit],
  [8, moveToOtherStream],
  [0.5, markTime],
  [5, remove],
  [0.5, removeTopic],
  [0.3, removeEverythingInStream],
  [8, react],
]
