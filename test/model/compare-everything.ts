import { compareClient } from './compare-clients.ts'
import { compareEvents } from './compare-events.ts'
import { compareMatches, compareSingleMessage } from './compare-message.ts'
import { comparePage } from './compare-page.ts'
import { compareInitialData, compareStreams, compareTopics } from './compare-user.ts'
import type { ModelUser } from './model-chat.ts'
import type { Term } from './model-narrow.ts'
import type { PageQuestion } from './model-page.ts'
import type { World } from './model-world.ts'
import { topics } from './random-content.ts'
import { randomMessageId, randomPage, randomTerm } from './random-question.ts'

type Question = () => Promise<void>

/** Asked at the same time: nothing changes meanwhile. */
const AT_ONCE = 6

async function askAll(questions: readonly Question[]): Promise<void> {
  const left = [...questions].reverse()
  const ask = async () => {
    for (let next = left.pop(); next; next = left.pop()) await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
}

/** A few questions of each user. */
export async function compareSample(world: World): Promise<void> {
  const { model, random } = world
  const questions: Question[] = []
  for (const user of model.users) {
    for (let count = 0; count < 3; count += 1) {
      const page = randomPage(model, user, random)
      questions.push(() => comparePage(world, user, page))
    }
    const stream = random.pick(model.streams).id
    const message = randomMessageId(model, random)
    const term = randomTerm(model, user, random)
    const ids = [...new Set(Array.from({ length: 10 }, () => randomMessageId(model, random)))]
    questions.push(
      random.pick([
        () => compareInitialData(world, user),
        () => compareTopics(world, user, stream),
        () => compareStreams(world, user),
        () => compareSingleMessage(world, user, message),
        () => compareMatches(world, user, [term], ids),
      ]),
    )
  }
  await askAll(questions)
}

export async function compareQueues(world: World): Promise<void> {
  await askAll([
    ...world.model.queues.map((queue) => () => compareEvents(world, queue)),
    ...world.clients.map((client) => () => compareClient(world, client)),
  ])
}

/** The others poll later, so that more happens between two of their polls. */
export async function compareSomeQueues(world: World): Promise<void> {
  const { model, clients, random } = world
  await askAll([
    ...random.some(model.queues, model.queues.length).map((queue) => () => compareEvents(world, queue)),
    ...random.some(clients, clients.length).map((client) => () => compareClient(world, client)),
  ])
}

/** Everything that each user can ask for. */
export async function compareEverything(world: World): Promise<void> {
  await compareQueues(world)
  for (const user of world.model.users) await askAll(everyQuestion(world, user))
}

function everyQuestion(world: World, user: ModelUser): Question[] {
  const { model, random } = world
  const questions: Question[] = [
    () => compareInitialData(world, user),
    () => compareStreams(world, user),
    ...model.streams.map((stream) => () => compareTopics(world, user, stream.id)),
  ]
  for (const narrow of everyNarrow(world, user)) {
    const ask = (anchor: PageQuestion['anchor'], numBefore: number, numAfter: number) => {
      const question = { narrow, anchor, numBefore, numAfter, applyMarkdown: numBefore === 20 }
      questions.push(() => comparePage(world, user, question))
    }
    ask('oldest', 0, 5000)
    ask('newest', 5000, 0)
    ask('first_unread', 2500, 2500)
    ask(randomMessageId(model, random), 20, 20)
  }
  for (let count = 0; count < Math.min(model.lastId, 20); count += 1) {
    const id = randomMessageId(model, random)
    questions.push(() => compareSingleMessage(world, user, id))
  }
  return questions
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
