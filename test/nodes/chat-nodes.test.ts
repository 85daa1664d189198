import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '../../src/chat/identity/users/user.ts'
import { ApiClient } from '../harness/api-client.ts'
import { type ChatNodes, openChatNodes } from '../harness/chat-nodes.ts'

let cluster: ChatNodes
let demo: ChatNodes['demo']
beforeAll(async () => {
  cluster = await openChatNodes(3)
  demo = cluster.demo
})
afterAll(() => cluster?.stop())

const at = (node: number, user: User) => cluster.at(node, user)
const say = (client: ApiClient, content: string, topic = 'nodes') =>
  client.post('/messages', { type: 'stream', to: 'general', topic, content })

test('what is written on one server is read on another, at once', async () => {
  const { ada, ben } = demo.people
  for (let round = 0; round < 10; round += 1) {
    const sent = await say(at(round % 3, ada), `round ${round}`)
    expect(sent.body.result).toBe('success')
    const found = await at((round + 1) % 3, ben).get(`/messages/${sent.body.id}`)
    expect(found.body.raw_content).toBe(`round ${round}`)
  }
})

test('a queue that was registered on one server continues on another, each event once and in order', async () => {
  const { ada, ben } = demo.people
  const registered = await at(0, ben).post('/register', { event_types: ['message'] })
  const { queue_id, last_event_id } = registered.body
  let last = last_event_id
  const heard: string[] = []
  for (let round = 0; round < 12; round += 1) {
    await say(at(round % 3, ada), `event ${round}`)
    const answer = await at((round + 1) % 3, ben).get('/events', { queue_id, last_event_id: last })
    for (const event of answer.body.events) {
      expect(event.id).toBeGreaterThan(last)
      last = event.id
      heard.push(event.message.content)
    }
  }
  expect(heard).toEqual(Array.from({ length: 12 }, (_, round) => `event ${round}`))
})

test('a poll that waits on one server is answered by a message that is sent on another', async () => {
  const { ada, ben } = demo.people
  const { body } = await at(1, ben).post('/register', { event_types: ['message'] })
  const waiting = at(2, ben).get('/events', { queue_id: body.queue_id, last_event_id: body.last_event_id })
  await new Promise((next) => setTimeout(next, 100))
  const sent = await say(at(0, ada), 'wake up')
  const { events } = (await waiting).body
  expect(events.map((event: { message: { id: number } }) => event.message.id)).toEqual([sent.body.id])
})

test('a queue that is deleted on one server is gone on all', async () => {
  const { ben } = demo.people
  const { body } = await at(0, ben).post('/register', { event_types: ['message'] })
  const poll = { queue_id: body.queue_id, last_event_id: body.last_event_id, dont_block: true }
  expect((await at(1, ben).get('/events', poll)).status).toBe(200)
  await at(2, ben).delete('/events', { queue_id: body.queue_id })
  for (const node of [0, 1, 2]) {
    expect((await at(node, ben).get('/events', poll)).body.code).toBe('BAD_EVENT_QUEUE_ID')
  }
})

test('a key that is changed on one server is refused on all, and the new one works on all', async () => {
  const { cleo } = demo.people
  for (const node of [0, 1, 2]) expect((await at(node, cleo).get('/users/me')).status).toBe(200)
  const { body } = await at(1, cleo).post('/users/me/api_key/regenerate')
  for (const node of [0, 1, 2]) {
    expect((await at(node, cleo).get('/users/me')).status).toBe(401)
    const renewed = new ApiClient(cluster.nodes[node]!.app, { email: cleo.email, key: body.api_key })
    expect((await renewed.get('/users/me')).status).toBe(200)
  }
})

test('all servers know who is online', async () => {
  const { ada, ben } = demo.people
  await at(0, ada).post('/users/me/presence', { status: 'active' })
  const first = (await at(1, ben).get(`/users/${ada.id}/presence`)).body.presence.aggregated.timestamp
  cluster.clock.advance(30)
  // No event is sent about it: only the time is new.
  await at(0, ada).post('/users/me/presence', { status: 'active' })
  const seenAt = async () =>
    (await at(2, ben).get(`/users/${ada.id}/presence`)).body.presence.aggregated.timestamp
  await expect.poll(seenAt).toBeGreaterThanOrEqual(first + 29)
})

test('a message that is scheduled on any server is sent once', async () => {
  const { ada, ben } = demo.people
  const watching = (await at(0, ben).post('/register', { event_types: ['message'] })).body
  const start = Math.floor(cluster.clock.now() / 1000)
  for (let number = 0; number < 6; number += 1) {
    const answer = await at(number % 3, ada).post('/scheduled_messages', {
      type: 'stream',
      to: await streamId(),
      topic: 'later',
      content: `due ${number}`,
      scheduled_delivery_timestamp: start + 60 + number,
    })
    expect(answer.body.result).toBe('success')
  }
  cluster.clock.advance(120)
  const sent = async () => {
    const { queue_id, last_event_id } = watching
    const poll = { queue_id, last_event_id, dont_block: true }
    const { events } = (await at(1, ben).get('/events', poll)).body
    return events.map((event: { message: { content: string } }) => event.message.content)
  }
  await expect.poll(async () => (await sent()).length).toBeGreaterThanOrEqual(6)
  await new Promise((next) => setTimeout(next, 600))
  expect(await sent()).toEqual([0, 1, 2, 3, 4, 5].map((number) => `due ${number}`))
})

async function streamId(): Promise<number> {
  const { body } = await at(0, demo.people.ada).get('/get_stream_id', { stream: 'general' })
  return body.stream_id
}
