import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '../../src/chat/identity/users/user.ts'
import { type ChatNodes, openChatNodes } from '../harness/chat-nodes.ts'
import { type RedisCluster, startRedisCluster } from '../harness/start-redis-cluster.ts'

let redis: RedisCluster
let cluster: ChatNodes
let demo: ChatNodes['demo']
beforeAll(async () => {
  redis = await startRedisCluster()
  cluster = await openChatNodes(2, { REDIS_URL: redis.urls, RATE_LIMIT_PER_MINUTE: '200' })
  demo = cluster.demo
})
afterAll(async () => {
  await cluster?.stop()
  await redis?.stop()
})

const at = (node: number, user: User) => cluster.at(node, user)

test('events are carried by a cluster of Redis', async () => {
  const { ada, ben } = demo.people
  const { body } = await at(1, ben).post('/register', { event_types: ['message'] })
  let last = body.last_event_id
  // The first may be read from the log while the channel is being subscribed to.
  for (const content of ['one', 'two', 'three']) {
    const waiting = at(1, ben).get('/events', { queue_id: body.queue_id, last_event_id: last })
    await at(0, ada).post('/messages', { type: 'stream', to: 'general', topic: 'cluster', content })
    const { events } = (await waiting).body
    expect(events.map((event: { message: { content: string } }) => event.message.content)).toEqual([content])
    last = events.at(-1).id
  }
  expect(cluster.nodes.map(({ products }) => products.redisIsUp)).toEqual([true, true])
})

test('calls are counted in it, wherever their key lies', async () => {
  for (const user of Object.values(demo.people)) {
    const first = await at(0, user).get('/users/me')
    const second = await at(1, user).get('/users/me')
    const remaining = ({ headers }: typeof first) => Number(headers['x-ratelimit-remaining'])
    expect(remaining(first) - remaining(second)).toBe(1)
  }
})
