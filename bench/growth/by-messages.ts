import { join } from 'node:path'
import type { Chat } from '../../src/chat/chat.ts'
import type { DemoOrganization } from '../../src/chat/demo/create-demo-organization.ts'
import { loadStreamStore } from '../built.ts'
import { addMessagesInBulk } from '../bulk/add-messages.ts'
import type { BulkStream } from '../bulk/add-streams.ts'
import { type ChildServer, startSwitchboard } from '../child-server.ts'
import { makePlace, type Place } from '../place.ts'
import { step } from '../progress.ts'
import { ask, RawConnection, requestText } from '../raw-connection.ts'
import { createRandom, vocabulary } from '../search-corpus.ts'
import { type Costs, noteCost, reportGrowth } from './growth-table.ts'
import { measureCost } from './measure-cost.ts'

const TOPICS = 2000
const MARKED_AT_ONCE = 10

/** What do operations cost when more has been said? */
export async function growByMessages(
  sizes: readonly number[],
  seconds: number,
  keptIn: string | undefined,
): Promise<void> {
  const costs: Costs = new Map()
  for (const size of sizes) {
    step(`an organization with ${size.toLocaleString('en')} messages`)
    const place = await makePlace(
      (chat, demo) => fill(chat, demo, size),
      {},
      keptIn && join(keptIn, `messages-${size}`),
    )
    const server = await startSwitchboard(place.dataDir)
    try {
      await measureAll(server, place, size, seconds, costs)
    } finally {
      await server.stop()
      place.remove()
    }
  }
  reportGrowth('messages', 'stored messages', sizes, costs)
}

async function fill(chat: Chat, demo: DemoOrganization, count: number): Promise<void> {
  const { findStreamByName } = await loadStreamStore()
  const streams: BulkStream[] = []
  for (const name of ['general', 'test']) {
    const { id, recipient_id } = (await findStreamByName(chat.database.read, demo.realm.id, name))!
    streams.push({ id, recipientId: recipient_id, name })
  }
  const random = createRandom(42)
  const { ada, ben } = demo.people
  await addMessagesInBulk(chat, demo.realm.id, count, (index) => ({
    stream: streams[index % 2]!,
    senderId: index % 3 === 0 ? ben.id : ada.id,
    topic: `topic ${Math.floor(index / 50) % TOPICS}`,
    content: Array.from({ length: 4 + Math.floor(random() * 10) }, () => wordOf(random())).join(' '),
  }))
}

/** Frequent words are frequent: rank by rank less so. */
const wordOf = (chance: number) => vocabulary[Math.floor(vocabulary.length ** chance) - 1]!

async function measureAll(
  server: ChildServer,
  place: Place,
  size: number,
  seconds: number,
  costs: Costs,
): Promise<void> {
  const ben = place.authorization.ben!
  const ada = place.authorization.ada!
  const random = createRandom(9)
  const connection = new RawConnection(server.port, fail)
  await ask(connection, requestText('POST', '/api/v1/mark_all_as_read', ben, ''))
  const measure = async (operation: string, next: () => string) => {
    step(`${size.toLocaleString('en')} messages: ${operation}`)
    noteCost(costs, operation, size, await measureCost(server, seconds, next))
  }
  const get = (query: string) => requestText('GET', `/api/v1/messages?${query}`, ben)
  const searchFor = (from: number, to: number) => () => {
    const word = vocabulary[from + Math.floor(random() * (to - from))]
    const terms = encodeURIComponent(JSON.stringify([{ operator: 'search', operand: word }]))
    return get(`anchor=newest&num_before=100&num_after=0&narrow=${terms}`)
  }
  const narrow = encodeURIComponent('[{"operator":"stream","operand":"test"}]')
  const anchor = () => Math.floor(size * (0.1 + 0.8 * random()))
  const sendAs = (authorization: string, topic: string) =>
    requestText(
      'POST',
      '/api/v1/messages',
      authorization,
      `type=stream&to=test&topic=${topic}&content=The+quick+brown+fox+jumps+over+the+lazy+dog`,
    )
  await measure('send', () => sendAs(ben, 'growth'))
  await measure('fetch newest 100 of a stream', () =>
    get(`anchor=newest&num_before=100&num_after=0&narrow=${narrow}`),
  )
  await measure('fetch 100 anywhere in a stream', () =>
    get(`anchor=${anchor()}&num_before=50&num_after=49&narrow=${narrow}`),
  )
  await measure('search for a common word', searchFor(20, 200))
  await measure('search for a rare word', searchFor(20_000, 60_000))
  await measure('register', () => requestText('POST', '/api/v1/register', ben, 'apply_markdown=true'))
  const unread = await sendMany(server, 200 * MARKED_AT_ONCE, (count) =>
    sendAs(ada, `topic+${count % TOPICS}`),
  )
  let at = 0
  await measure(`mark ${MARKED_AT_ONCE} messages as read, then as unread`, () => {
    const round = Math.floor(at / unread.length)
    const part = unread.slice(at % unread.length, (at % unread.length) + MARKED_AT_ONCE)
    at += MARKED_AT_ONCE
    const op = round % 2 === 0 ? 'add' : 'remove'
    const form = `messages=${encodeURIComponent(JSON.stringify(part))}&op=${op}&flag=read`
    return requestText('POST', '/api/v1/messages/flags', ben, form)
  })
  connection.close()
}

/** Answers with the ids of the messages. */
async function sendMany(
  server: ChildServer,
  count: number,
  text: (index: number) => string,
): Promise<number[]> {
  const ids: number[] = []
  let next = 0
  const worker = async () => {
    const connection = new RawConnection(server.port, fail)
    while (next < count) {
      next += 1
      const { body } = await ask(connection, text(next))
      ids.push((JSON.parse(body.toString()) as { id: number }).id)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return ids
}

function fail(error: Error): never {
  throw error
}
