import type { Chat } from '../../src/chat/chat.ts'
import type { DemoOrganization } from '../../src/chat/demo/create-demo-organization.ts'
import { addMessagesInBulk } from '../bulk/add-messages.ts'
import { addPeopleInBulk } from '../bulk/add-people.ts'
import { addStreamsInBulk, type BulkStream, markAllRead, subscribeInBulk } from '../bulk/add-streams.ts'
import { insertRows } from '../bulk/insert-rows.ts'
import { createRandom, vocabulary } from '../search-corpus.ts'
import { membershipsOf, pickStream, streamNames } from './memberships.ts'

const TOPICS_OF_A_STREAM = 5
const SENDING_PEOPLE = 7919

/** People, their streams and what was said in them before. */
export async function fillOrganization(
  chat: Chat,
  demo: DemoOrganization,
  people: number,
  messages: number,
): Promise<void> {
  const realmId = demo.realm.id
  const firstId = await addPeopleInBulk(chat, realmId, 0, people)
  const streams = new Map<string, BulkStream>()
  for (const stream of await addStreamsInBulk(chat, realmId, streamNames(people))) {
    streams.set(stream.name, stream)
  }
  for (let start = 0; start < people; start += 1000) {
    const pairs: [number, BulkStream][] = []
    for (let person = start; person < Math.min(start + 1000, people); person += 1) {
      for (const name of membershipsOf(person)) pairs.push([firstId + person, streams.get(name)!])
    }
    await subscribeInBulk(chat, realmId, pairs)
  }
  const random = createRandom(11)
  await addMessagesInBulk(chat, realmId, messages, (index) => {
    const person = (index * SENDING_PEOPLE) % people
    const words = Array.from({ length: 4 + Math.floor(random() * 24) }, () => pickWord(random()))
    return {
      stream: streams.get(pickStream(person, random()))!,
      senderId: firstId + person,
      topic: `topic ${Math.floor(random() * TOPICS_OF_A_STREAM)}`,
      content: words.join(' '),
    }
  })
  const ids = Array.from({ length: people }, (_, person) => firstId + person)
  await markAllRead(chat, realmId, ids)
  await seeEverybody(chat, realmId, ids)
}

/** Frequent words are frequent. */
const pickWord = (chance: number) => vocabulary[Math.floor(vocabulary.length ** chance) - 1]!

/**
 * Everybody has been there for a while, in the program of the load generator: else each of the first minute
 * would be news for all the others. Seen later than now, so that it holds until they say so themselves.
 */
async function seeEverybody(chat: Chat, realmId: number, ids: readonly number[]): Promise<void> {
  const seen = Math.floor(chat.clock.now() / 1000) + 86_400
  const clients = JSON.stringify({ bench: ['active', seen] })
  await chat.database.write(realmId, {
    work: ({ db }) =>
      insertRows(
        db,
        'presences',
        ['realm_id', 'user_id', 'clients', 'seen_at'],
        ids.map((id) => [realmId, id, clients, seen]),
      ),
  })
}
