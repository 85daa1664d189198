import type { Chat } from '../src/chat/chat.ts'
import type { DemoOrganization } from '../src/chat/demo/create-demo-organization.ts'
import {
  addMessages,
  addPeople,
  addStreams,
  type FilledStream,
  insertRows,
  markRead,
  subscribe,
} from './fill-chat.ts'
import { createRandom, pickWord } from './random.ts'

/**
 * Who is in which stream follows from arithmetic, so that the load generator needs no list. The organization has
 * divisions of 500 people. Each has streams of three sizes, and there is one stream for everybody. A person is in
 * 20 of them. Steps of whole divisions keep the audience of a post the same, whatever the number of people.
 */
export const DIVISION = 500

interface Tier {
  name: string
  /** people in a stream of it */
  size: number
  /** how many of them a person is in */
  each: number
  /** of all posts and visits */
  share: number
}

const tiers: readonly Tier[] = [
  { name: 'department', size: 250, each: 4, share: 0.12 },
  { name: 'project', size: 62.5, each: 7, share: 0.4 },
  { name: 'team', size: 12.5, each: 8, share: 0.479 },
]
const EVERYBODY = 'everybody'
const SHARE_OF_EVERYBODY = 0.001
const TOPICS_OF_A_STREAM = 5
const DAY_SECONDS = 86_400

/** How many people receive a post on average, by the number of people. */
export const averageAudience = (people: number) =>
  tiers.reduce((sum, { size, share }) => sum + size * share, people * SHARE_OF_EVERYBODY)

/** One of the person's streams, by a number between 0 and 1: the larger the stream, the more happens in it. */
export function pickStream(person: number, chance: number): string {
  let rest = chance - SHARE_OF_EVERYBODY
  if (rest < 0) return EVERYBODY
  for (const tier of tiers) {
    if (rest < tier.share) return streamOf(person, tier, Math.floor((rest / tier.share) * tier.each))
    rest -= tier.share
  }
  return streamOf(person, tiers.at(-1)!, 0)
}

/** People, their streams and their history. */
export async function fillOrganization(
  chat: Chat,
  { realm: { id: realmId } }: DemoOrganization,
  people: number,
  messages: number,
): Promise<void> {
  const ids = await addPeople(chat, realmId, people)
  const streams = new Map<string, FilledStream>()
  for (const stream of await addStreams(chat, realmId, streamNames(people))) streams.set(stream.name, stream)
  const pairs = ids.flatMap((id, person) =>
    membershipsOf(person).map((name) => [id, streams.get(name)!] as const),
  )
  await subscribe(chat, realmId, pairs)
  const random = createRandom(11)
  await addMessages(chat, realmId, messages, () => {
    const person = Math.floor(random() * people)
    const words = Array.from({ length: 4 + Math.floor(random() * 24) }, () => pickWord(random()))
    return {
      stream: streams.get(pickStream(person, random()))!,
      senderId: ids[person]!,
      topic: `topic ${Math.floor(random() * TOPICS_OF_A_STREAM)}`,
      content: words.join(' '),
    }
  })
  await markRead(chat, realmId, ids)
  // Everybody is present already: otherwise, the first report of each person would be an event for all others.
  const seen = Math.floor(chat.clock.now() / 1000) + DAY_SECONDS
  const clients = JSON.stringify({ website: ['active', seen] })
  await chat.database.write(realmId, {
    work: ({ db }) =>
      insertRows(
        db,
        'presences',
        ids.map((id) => ({ realm_id: realmId, user_id: id, clients, seen_at: seen })),
      ),
  })
}

function streamNames(people: number): string[] {
  const names = [EVERYBODY]
  for (let division = 0; division < people / DIVISION; division += 1) {
    for (const tier of tiers) {
      for (let turn = 0; turn < tier.each; turn += 1) {
        for (let group = 0; group < DIVISION / tier.size; group += 1)
          names.push(nameOf(division, tier, turn, group))
      }
    }
  }
  return names
}

function membershipsOf(person: number): string[] {
  return [
    EVERYBODY,
    ...tiers.flatMap((tier) => Array.from({ length: tier.each }, (_, turn) => streamOf(person, tier, turn))),
  ]
}

/** Coprime to the size of a division, so that each turn mixes its people differently. */
const strides = [1, 7, 11, 13, 17, 19, 23, 29]

function streamOf(person: number, tier: Tier, turn: number): string {
  const division = Math.floor(person / DIVISION)
  const position = ((person % DIVISION) * strides[turn]! + turn * 37) % DIVISION
  return nameOf(division, tier, turn, Math.floor(position / tier.size))
}

const nameOf = (division: number, tier: Tier, turn: number, group: number) =>
  `${tier.name}-${division}-${turn}-${group}`
