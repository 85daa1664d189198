import { compareEvents } from './compare-events.ts'
import { comparePage } from './compare-page.ts'
import { compareInitialData, compareSingleMessage, compareStreams, compareTopics } from './compare-user.ts'
import type { ModelUser } from './model-chat.ts'
import type { Term } from './model-narrow.ts'
import type { World } from './model-world.ts'
import { topics } from './random-content.ts'
import { randomMessageId, randomPage } from './random-question.ts'

/** A few questions of each user. */
export async function compareSample(world: World): Promise<void> {
  const { model, random } = world
  for (const user of model.users) {
    for (let count = 0; count < 3; count += 1) await comparePage(world, user, randomPage(model, user, random))
    const kind = random.below(4)
    if (kind === 0) await compareInitialData(world, user)
    if (kind === 1) await compareTopics(world, user, random.pick(model.streams).id)
    if (kind === 2) await compareStreams(world, user)
    if (kind === 3) await compareSingleMessage(world, user, randomMessageId(model, random))
  }
}

export async function compareQueues(world: World): Promise<void> {
  for (const queue of world.model.queues) await compareEvents(world, queue)
}

/** Everything that each user can ask for. */
export async function compareEverything(world: World): Promise<void> {
  await compareQueues(world)
  for (const user of world.model.users) {
    await compareInitialData(world, user)
    await compareStreams(world, user)
    for (const { id } of world.model.streams) await compareTopics(world, user, id)
    for (const narrow of everyNarrow(world, user)) {
      for (const anchor of ['oldest', 'newest', 'first_unread'] as const) {
        const sizes = anchor === 'oldest' ? [0, 5000] : anchor === 'newest' ? [5000, 0] : [2500, 2500]
        const [numBefore, numAfter] = sizes as [number, number]
        await comparePage(world, user, { narrow, anchor, numBefore, numAfter, applyMarkdown: false })
      }
      const anchor = randomMessageId(world.model, world.random)
      await comparePage(world, user, { narrow, anchor, numBefore: 20, numAfter: 20, applyMarkdown: true })
    }
    const ids = Array.from({ length: Math.min(world.model.lastId, 20) }, () =>
      randomMessageId(world.model, world.random),
    )
    for (const id of ids) await compareSingleMessage(world, user, id)
  }
}

function everyNarrow({ model }: World, user: ModelUser): Term[][] {
  const inStreams = model.streams.map(({ name }) => [{ operator: 'stream', operand: name }])
  const inTopics = model.streams.map(({ id }, index) => [
    { operator: 'stream', operand: id },
    { operator: 'topic', operand: topics[index % topics.length]! },
  ])
  const states = ['private', 'starred', 'mentioned', 'alerted', 'unread', 'resolved']
  const others = model.users.filter(({ id }) => id !== user.id)
  return [
    [],
    ...inStreams,
    ...inTopics,
    ...states.map((operand) => [{ operator: 'is', operand }]),
    ...inStreams.map(([stream]) => [stream!, { operator: 'is', operand: 'unread' }]),
    ...others.map(({ id }) => [{ operator: 'pm-with', operand: [id] }]),
    [{ operator: 'streams', operand: 'public' }],
    [{ operator: 'in', operand: 'home' }],
    [{ operator: 'has', operand: 'link' }],
    [{ operator: 'has', operand: 'reaction' }],
    [{ operator: 'search', operand: 'apple' }],
    [{ operator: 'search', operand: 'river', negated: true }],
    [{ operator: 'search', operand: 'ap' }],
  ]
}
