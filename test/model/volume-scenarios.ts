import { compareQueues } from './compare-everything.ts'
import { comparePage } from './compare-page.ts'
import { compareInitialData, compareStreams, compareTopics } from './compare-user.ts'
import type { ModelUser } from './model-chat.ts'
import { streamNamed } from './model-chat.ts'
import { markStreamAsRead } from './model-flags.ts'
import { deleteMessage } from './model-messages.ts'
import type { Term } from './model-narrow.ts'
import type { PageQuestion } from './model-page.ts'
import { subscribe, unsubscribe } from './model-subscriptions.ts'
import { expectCall, restart, type World } from './model-world.ts'
import { named } from './open-world.ts'
import { flagMessages } from './reader-steps.ts'
import { note } from './run-model.ts'
import type { Scenario } from './scenarios.ts'
import { sendMany } from './send-many.ts'

const page = (
  narrow: readonly Term[],
  anchor: PageQuestion['anchor'],
  numBefore: number,
  numAfter: number,
) => ({
  narrow,
  anchor,
  numBefore,
  numAfter,
  applyMarkdown: false,
})

const inStream = (operand: string): Term[] => [{ operator: 'stream', operand }]

/** All pages of a narrow in both directions, as clients scroll. */
async function walk(world: World, user: ModelUser, narrow: readonly Term[], size: number): Promise<void> {
  for (let anchor = 0; anchor <= world.model.lastId; anchor += size)
    await comparePage(world, user, page(narrow, anchor, 0, size))
  for (let anchor = world.model.lastId + 1; anchor > 0; anchor -= size)
    await comparePage(world, user, page(narrow, anchor, size, 0))
}

/** Pages must not lose messages, however long they are. */
const longPages: Scenario = async (world) => {
  const ben = named(world.model, 'ben')
  const stream = streamNamed(world.model, 'random')!.id
  await sendMany(world, { sender: ben, stream, topic: () => 'lunch', count: 5200 })
  note(world, 'ben sent 5200 messages to random')
  for (const size of [1000, 500, 1999, 5000]) {
    await walk(world, ben, inStream('random'), size)
    await walk(world, ben, [], size)
    await walk(world, named(world.model, 'dora'), inStream('random'), size)
  }
  await compareQueues(world)
}

/** A page in the middle, and a search, after many messages. */
const middlePages: Scenario = async (world) => {
  const ben = named(world.model, 'ben')
  const stream = streamNamed(world.model, 'random')!.id
  await sendMany(world, { sender: ben, stream, topic: () => 'lunch', count: 5480 })
  // Before the index has them all.
  await compareSearches(world, ben)
  note(world, 'ben sent 5480 messages to random')
  for (const user of [ben, named(world.model, 'dora')]) {
    for (const anchor of [500, 1000, 2500, 480]) {
      await comparePage(world, user, page(inStream('random'), anchor, 20, 20))
      await comparePage(world, user, page([], anchor, 20, 20))
    }
    await comparePage(world, user, page(inStream('random'), 'oldest', 0, 400))
    await compareSearches(world, user)
  }
}

/** In a stream and everywhere, with the words and without them, in both directions. */
async function compareSearches(world: World, user: ModelUser): Promise<void> {
  const apple: Term = { operator: 'search', operand: 'apple' }
  const isUnread: Term = { operator: 'is', operand: 'unread' }
  for (const term of [apple, { ...apple, negated: true }, { operator: 'search', operand: 'number5' }]) {
    for (const narrow of [[term], [...inStream('random'), term], [isUnread, term]]) {
      await comparePage(world, user, page(narrow, 'newest', 1000, 0))
      await comparePage(world, user, page(narrow, 'oldest', 0, 1000))
      await comparePage(world, user, page(narrow, 500, 200, 200))
    }
  }
}

/** Received messages stay visible beside many others. */
const manyInvisible: Scenario = async (world) => {
  const { model } = world
  const [ben, emil, ada] = [named(model, 'ben'), named(model, 'emil'), named(model, 'ada')]
  const random = streamNamed(model, 'random')!
  const test = streamNamed(model, 'test')!
  await sendMany(world, { sender: ben, stream: random.id, topic: () => 'lunch', count: 6800 })
  await sendMany(world, { sender: ada, stream: test.id, topic: () => 'plans', count: 6700 })
  for (const stream of [random, test]) {
    const values = { subscriptions: [{ name: stream.name }] }
    await expectCall(world, emil, 'POST', '/users/me/subscriptions', values, true)
    subscribe(model, emil, stream, [emil])
  }
  await sendMany(world, { sender: ben, stream: random.id, topic: () => 'release', count: 30 })
  note(world, 'emil joined streams with 13500 messages and received 30 more')
  for (const user of [emil, named(model, 'dora')]) {
    await comparePage(world, user, page([], 'oldest', 0, 100))
    await comparePage(world, user, page([], 'newest', 100, 0))
    await comparePage(world, user, page([], 'first_unread', 10, 10))
    await compareInitialData(world, user)
  }
}

/** Messages from before leaving a stream are found, however many follow. */
const muchAfterLeaving: Scenario = async (world) => {
  const { model } = world
  const [ben, emil] = [named(model, 'ben'), named(model, 'emil')]
  const general = streamNamed(model, 'general')!
  await sendMany(world, { sender: ben, stream: general.id, topic: () => 'lunch', count: 20 })
  const values = { subscriptions: ['general'] }
  await expectCall(world, emil, 'DELETE', '/users/me/subscriptions', values, true)
  unsubscribe(model, emil, general, emil)
  await sendMany(world, { sender: ben, stream: general.id, topic: () => 'plans', count: 7500 })
  note(world, 'emil left general, and 7500 messages followed')
  await compareInitialData(world, emil)
  for (const size of [5, 100, 1000]) {
    await comparePage(world, emil, page([], 'newest', size, 0))
    await comparePage(world, emil, page([], 'oldest', 0, size))
  }
}

/** More unread messages than anybody reads. */
const manyUnread: Scenario = async (world) => {
  const { model } = world
  const [ben, dora] = [named(model, 'ben'), named(model, 'dora')]
  const general = streamNamed(model, 'general')!.id
  const ids = await sendMany(world, {
    sender: ben,
    stream: general,
    topic: (index) => (index < 200 ? 'release' : 'lunch'),
    count: 10_300,
  })
  note(world, 'dora has 10300 unread messages')
  const isUnread: Term = { operator: 'is', operand: 'unread' }
  const compare = async () => {
    await comparePage(world, dora, page([], 'first_unread', 5, 5))
    await comparePage(world, dora, page(inStream('general'), 'first_unread', 5, 5))
    await comparePage(world, dora, page(inStream('general'), 'oldest', 0, 400))
    await comparePage(world, dora, page([isUnread], 'oldest', 0, 300))
    await comparePage(world, dora, page([...inStream('general'), isUnread], 'newest', 300, 0))
    await compareInitialData(world, dora)
  }
  await compare()
  markStreamAsRead(model, dora, general, 'release')
  const topic = { stream_id: general, topic_name: 'release' }
  await expectCall(world, dora, 'POST', '/mark_topic_as_read', topic, true)
  await compare()
  // More single reads than are kept as they are: what is older and unread stays so.
  const scattered = ids.filter((_, index) => index > 5000 && index % 20 === 0)
  await flagMessages(world, dora, { op: 'add', flag: 'read' }, scattered)
  note(world, `dora read ${scattered.length} messages one by one`)
  await compare()
  // What register has tidied up is seen by a server that starts.
  await restart(world, 'SIGTERM')
  await compare()
}

/** The first message of a stream, when there was none left. */
const firstMessages: Scenario = async (world) => {
  const { model } = world
  const ada = named(model, 'ada')
  const test = streamNamed(model, 'test')!.id
  const send = () => sendMany(world, { sender: ada, stream: test, topic: () => 'lunch', count: 3 })
  await send()
  // So that the stream is looked up when it has messages.
  await restart(world, 'SIGTERM')
  for (let round = 0; round < 3; round += 1) {
    await send()
    await compareStreams(world, ada)
    for (const { id } of [...model.messages.values()].filter((one) => one.stream === test)) {
      deleteMessage(model, ada, id)
      await expectCall(world, ada, 'DELETE', `/messages/${id}`, {}, true)
    }
    note(world, 'ada deleted all messages of test')
    await compareStreams(world, ada)
    await send()
    for (const user of model.users) {
      await compareStreams(world, user)
      await compareTopics(world, user, test)
    }
  }
}

export const volumeScenarios: Record<string, Scenario> = {
  longPages,
  middlePages,
  manyInvisible,
  muchAfterLeaving,
  manyUnread,
  firstMessages,
}
