import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { storeQueueProgress } from '../../src/chat/events/event-queues/store-queue-progress.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import { type ChatNodes, openChatNodes } from '../harness/chat-nodes.ts'

const QUEUES_OF_EACH = 50
const ROUNDS = 10

let cluster: ChatNodes
let people: User[]
beforeAll(async () => {
  cluster = await openChatNodes(2, { LOG_LEVEL: 'silent' })
  people = Object.values(cluster.demo.people)
}, 120_000)
afterAll(() => cluster?.stop())
vi.setConfig({ testTimeout: 120_000 })

interface Queue {
  user: User
  id: string
}

async function register(): Promise<Queue[]> {
  const registering = people.flatMap((user) =>
    Array.from({ length: QUEUES_OF_EACH }, async () => {
      const { body } = await cluster.at(0, user).post('/register', { fetch_event_types: [] })
      return { user, id: body.queue_id as string }
    }),
  )
  return Promise.all(registering)
}

async function poll(node: number, queues: readonly Queue[]): Promise<void> {
  for (const { user, id } of queues) {
    const asked = { queue_id: id, last_event_id: -1, dont_block: true }
    expect((await cluster.at(node, user).get('/events', asked)).status).toBe(200)
  }
}

async function ask<Row>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: cluster.environment.DATABASE_URL! })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

test('two nodes that store the progress of the same queues, in opposite orders, while queues end: no deadlock', async () => {
  const queues = await register()
  await poll(1, [...queues].reverse())
  const writeDown = ({ products: { chat } }: ChatNodes['nodes'][number]) => {
    for (const queue of chat.queues.live) queue.touched = true
    return storeQueueProgress(chat)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const ending = queues.splice(-10).sort(() => (round % 2 === 0 ? 1 : -1))
    await Promise.all([
      ...cluster.nodes.map(writeDown),
      ...ending.map(({ user, id }, index) => cluster.at(index % 2, user).delete('/events', { queue_id: id })),
    ])
  }
  // A session reports its counts when it ends, at the latest.
  const ids = await ask<{ id: string }>('select id from chat.event_queues')
  expect(new Set(ids.map(({ id }) => id))).toEqual(new Set(queues.map(({ id }) => id)))
  await Promise.all(cluster.nodes.map((node) => node.stop()))
  const [counts] = await ask<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(Number(counts!.deadlocks)).toBe(0)
})

test('progress is stored, and never backwards', async () => {
  const node = await cluster.add()
  const at = cluster.nodes.indexOf(node)
  const ada = cluster.demo.people.ada
  const { body } = await cluster.at(at, ada).post('/register', { event_types: ['message'] })
  await cluster.at(at, ada).post('/messages', { type: 'private', to: [ada.id], content: 'to myself' })
  const asked = { queue_id: body.queue_id, last_event_id: -1, dont_block: true }
  const { events } = (await cluster.at(at, ada).get('/events', asked)).body
  await cluster.at(at, ada).get('/events', { ...asked, last_event_id: events[0].id })
  const stored = async () => {
    const [row] = await ask<{ seen: string; acknowledged: string }>(
      `select last_seen as seen, acknowledged - base - 1 as acknowledged from chat.event_queues where id = '${body.queue_id}'`,
    )
    return { seen: Number(row!.seen), acknowledged: Number(row!.acknowledged) }
  }
  await storeQueueProgress(node.products.chat)
  expect((await stored()).acknowledged).toBe(events[0].id)
  const later = (await stored()).seen + 100
  await ask(`update chat.event_queues set last_seen = ${later}, acknowledged = acknowledged + 1`)
  await cluster.at(at, ada).get('/events', { ...asked, last_event_id: events[0].id })
  await storeQueueProgress(node.products.chat)
  expect(await stored()).toEqual({ seen: later, acknowledged: events[0].id + 1 })
})
