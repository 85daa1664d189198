import type { ModelChat, ModelUser } from './model-chat.ts'
import { isoTime, type Term } from './model-narrow.ts'
import type { PageQuestion } from './model-page.ts'
import { emails, topics, words } from './random-content.ts'
import type { SeededRandom } from './seeded-random.ts'

const sizes = [0, 1, 2, 5, 20, 20, 100, 199, 400, 1000, 1999, 2500, 5000]

export function randomPage(model: ModelChat, user: ModelUser, random: SeededRandom): PageQuestion {
  const numBefore = random.pick(sizes)
  const numAfter = Math.min(random.pick(sizes), 5000 - numBefore)
  const count = random.weighted([
    [3, 0],
    [6, 1],
    [4, 2],
    [2, 3],
  ])
  const narrow = Array.from({ length: count }, () => randomTerm(model, user, random))
  return {
    narrow,
    anchor: randomAnchor(model, random),
    numBefore,
    numAfter,
    applyMarkdown: random.chance(0.3),
  }
}

function randomAnchor(model: ModelChat, random: SeededRandom): PageQuestion['anchor'] {
  return random.weighted<PageQuestion['anchor']>([
    [3, 'newest'],
    [3, 'oldest'],
    [3, 'first_unread'],
    [4, randomMessageId(model, random)],
    [1, 0],
    [1, model.lastId + 1 + random.below(50)],
  ])
}

/** Mostly one of the last, sometimes one that is gone. */
export function randomMessageId(model: ModelChat, random: SeededRandom): number {
  const isRecent = random.chance(0.7)
  const from = isRecent ? Math.max(0, model.lastId - 30) : 0
  return from + 1 + random.below(Math.max(1, model.lastId - from))
}

export function randomTerm(model: ModelChat, user: ModelUser, random: SeededRandom): Term {
  const stream = random.pick(model.streams)
  const people = () => random.some(model.users, 2).map(({ id }) => id)
  const term = random.weighted<() => Term>([
    [6, () => ({ operator: 'stream', operand: random.chance(0.5) ? stream.name : stream.id })],
    [3, () => ({ operator: 'topic', operand: random.pick(topics) })],
    [3, () => ({ operator: 'is', operand: random.pick(states) })],
    [2, () => ({ operator: 'sender', operand: randomPerson(model, random) })],
    [2, () => ({ operator: 'pm-with', operand: random.chance(0.1) ? [user.id] : people() })],
    [1, () => ({ operator: 'dm-including', operand: random.pick(model.users).id })],
    [1, () => ({ operator: 'group-pm-with', operand: random.pick(model.users).id })],
    [1, () => ({ operator: 'streams', operand: 'public' })],
    [1, () => ({ operator: 'has', operand: random.pick(['link', 'reaction', 'attachment']) })],
    [1, () => ({ operator: 'in', operand: 'home' })],
    [1, () => ({ operator: 'id', operand: randomMessageId(model, random) })],
    [2, () => ({ operator: 'search', operand: randomSearch(random) })],
    [1, () => ({ operator: random.pick(['after', 'before']), operand: randomTime(model, random) })],
  ])()
  return random.chance(0.15) ? { ...term, negated: true } : term
}

const randomTime = (model: ModelChat, random: SeededRandom) => isoTime(random.pick(model.marks).seconds)

const states = ['private', 'starred', 'mentioned', 'alerted', 'unread', 'unread', 'resolved']

const randomPerson = (model: ModelChat, random: SeededRandom) =>
  random.chance(0.5) ? random.pick(model.users).id : random.pick(emails(model))

function randomSearch(random: SeededRandom): string {
  const word = random.pick(words)
  return random.pick([
    word,
    word.slice(0, 3),
    `${word} ${random.pick(words)}`,
    `"${word} ${random.pick(words)}"`,
  ])
}
