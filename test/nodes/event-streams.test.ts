import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '../../src/chat/identity/users/user.ts'
import type { ApiClient } from '../harness/api-client.ts'
import { changeRealm } from '../harness/change-realm.ts'
import { type ChatNodes, openChatNodes } from '../harness/chat-nodes.ts'
import { StreamClient } from '../harness/stream-client.ts'

let cluster: ChatNodes
let urls: string[]
const opened: StreamClient[] = []
beforeAll(async () => {
  cluster = await openChatNodes(3)
  urls = await Promise.all(cluster.nodes.map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
})
afterAll(async () => {
  for (const stream of opened) stream.close()
  await cluster?.stop()
})

const at = (node: number, user: User) => cluster.at(node, user)
const say = (client: ApiClient, content: string) =>
  client.post('/messages', { type: 'stream', to: 'general', topic: 'nodes', content })
const register = async (node: number, user: User, types = ['message']) =>
  (await at(node, user).post('/register', { event_types: types })).body.queue_id as string
const open = async (node: number, user: User, queueId: string, resume = -1) => {
  const stream = await StreamClient.open(urls[node]!, at(node, user), {
    queue_id: queueId,
    last_event_id: -1,
    resume: String(resume),
  })
  expect(stream.status).toBe(200)
  opened.push(stream)
  return stream
}
const contents = ({ events }: StreamClient) => events.map(({ message }) => message.content)
const endsWith = async (stream: StreamClient, reason: string) => {
  await expect.poll(() => stream.end?.reason).toBe(reason)
  await expect.poll(() => stream.isClosed).toBe(true)
}

test('a stream moves from node to node, and gets each event once and in order', async () => {
  const { ada, ben } = cluster.demo.people
  const queueId = await register(0, ben)
  let last = -1
  const heard: string[] = []
  for (let round = 0; round < 9; round += 1) {
    await say(at(round % 3, ada), `missed ${round}`)
    const stream = await open((round + 1) % 3, ben, queueId, last)
    await say(at((round + 2) % 3, ada), `live ${round}`)
    await expect.poll(() => stream.events.length).toBe(2)
    stream.close()
    heard.push(...contents(stream))
    last = stream.last
  }
  expect(heard).toEqual(Array.from({ length: 9 }, (_, round) => [`missed ${round}`, `live ${round}`]).flat())
})

test('replaced: a stream on another node takes the queue over', async () => {
  const { ada, ben } = cluster.demo.people
  const queueId = await register(0, ben)
  const first = await open(0, ben, queueId)
  const second = await open(1, ben, queueId)
  await endsWith(first, 'replaced')
  await say(at(2, ada), 'for the second')
  await expect.poll(() => contents(second)).toEqual(['for the second'])
  expect(first.events).toEqual([])
})

test('queue_gone: the queue is deleted on another node', async () => {
  const { ben } = cluster.demo.people
  const queueId = await register(0, ben)
  const stream = await open(1, ben, queueId)
  await at(2, ben).delete('/events', { queue_id: queueId })
  await endsWith(stream, 'queue_gone')
})

test('account_deactivated and signed_out: the change happens on another node', async () => {
  const { ada, cleo, gus } = cluster.demo.people
  const [ofCleo, ofGus] = [
    await open(0, cleo, await register(0, cleo)),
    await open(1, gus, await register(1, gus)),
  ]
  await at(2, cleo).post('/users/me/api_key/regenerate')
  await endsWith(ofCleo, 'signed_out')
  await at(2, ada).delete(`/users/${gus.id}`)
  await endsWith(ofGus, 'account_deactivated')
})

test('account_deactivated: the organization is deactivated on another node', async () => {
  const { ben } = cluster.demo.people
  const stream = await open(0, ben, await register(0, ben))
  const { chat } = cluster.nodes[2]!.products
  await changeRealm({ chat }, cluster.demo.realm, { deactivated: 1 })
  await endsWith(stream, 'account_deactivated')
  await changeRealm({ chat }, cluster.demo.realm, { deactivated: 0 })
})
