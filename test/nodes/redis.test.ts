import { createClient } from '@redis/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../src/chat/accounts/create-user.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import { createRealm } from '../../src/chat/organization/create-realm.ts'
import { ApiClient } from '../harness/api-client.ts'
import { type ChatNodes, openChatNodes } from '../harness/chat-nodes.ts'

let cluster: ChatNodes
let demo: ChatNodes['demo']
beforeAll(async () => {
  cluster = await openChatNodes(2, {
    RATE_LIMIT_PER_MINUTE: '200',
    ADDRESS_RATE_LIMIT_PER_MINUTE: '40',
    LOG_LEVEL: 'silent',
  })
  demo = cluster.demo
})
afterAll(() => cluster?.stop())

const at = (node: number, user: User) => cluster.at(node, user)
const say = (client: ApiClient, content: string) =>
  client.post('/messages', { type: 'stream', to: 'general', topic: 'redis', content })

test('calls are counted once for all servers', async () => {
  const { gus } = demo.people
  const remaining: number[] = []
  for (let call = 0; call < 6; call += 1) {
    const { headers } = await at(call % 2, gus).get('/users/me')
    remaining.push(Number(headers['x-ratelimit-remaining']))
  }
  expect(remaining).toEqual([199, 198, 197, 196, 195, 194])
})

test('requests without credentials are counted once for all servers', async () => {
  const ask = (node: number) => new ApiClient(cluster.nodes[node]!.app).get('/server_settings')
  for (let count = 0; count < 40; count += 1) expect((await ask(count % 2)).status).toBe(200)
  expect((await ask(0)).status).toBe(429)
  expect((await ask(1)).status).toBe(429)
  cluster.clock.advance(61)
  expect((await ask(1)).status).toBe(200)
})

test('failed attempts to sign in are counted once for all servers', async () => {
  const attempt = (node: number) =>
    new ApiClient(cluster.nodes[node]!.app).post('/fetch_api_key', {
      username: demo.people.ben.email,
      password: 'wrong',
    })
  for (let count = 0; count < 5; count += 1) expect((await attempt(count % 2)).status).toBe(403)
  expect((await attempt(0)).status).toBe(429)
  expect((await attempt(1)).status).toBe(429)
})

test('a server is subscribed only to organizations whose clients it holds', async () => {
  const { chat } = cluster.nodes[0]!.products
  const realm = await createRealm(chat, { name: 'Quiet', host: 'quiet.example.com', description: '' })
  const { user: owner } = await createUser(chat, realm, { email: 'owner@example.com', fullName: 'Owner' })
  const redis = createClient({ url: cluster.redis.url })
  await redis.connect()
  const channelsOf = async () =>
    (await redis.sendCommand(['PUBSUB', 'SHARDCHANNELS', '*:chat:*'])) as unknown as string[]
  const count = async (realmId: number) => {
    const channel = (await channelsOf()).find((name) => name.endsWith(`:chat:${realmId}`))
    if (channel === undefined) return 0
    const [, subscribers] = (await redis.sendCommand(['PUBSUB', 'SHARDNUMSUB', channel])) as unknown as [
      string,
      number,
    ]
    return subscribers
  }
  try {
    await at(1, demo.people.ada).get('/users/me')
    await expect.poll(() => count(demo.realm.id)).toBe(2)
    expect(await count(realm.id)).toBe(0)
    // Each new client brings its organization along.
    const key = chat.secrets.decrypt(owner.api_key_sealed)
    const host = 'quiet.example.com'
    const client = new ApiClient(cluster.nodes[1]!.app, { email: owner.email, key }, { host })
    expect((await client.get('/users/me')).status).toBe(200)
    await expect.poll(() => count(realm.id)).toBe(1)
  } finally {
    await redis.close()
  }
})

test('without Redis events come later, but all of them; and it is used again when it is back', async () => {
  const { ada, ben } = demo.people
  const { body } = await at(1, ben).post('/register', { event_types: ['message'] })
  let last = body.last_event_id
  const next = async () => {
    const answer = await at(1, ben).get('/events', { queue_id: body.queue_id, last_event_id: last })
    last = answer.body.events.at(-1).id
    return answer.body.events.map((event: { message: { content: string } }) => event.message.content)
  }
  await cluster.redis.kill()
  let waiting = next()
  await say(at(0, ada), 'nobody carries this')
  expect(await waiting).toEqual(['nobody carries this'])
  // Each counts for itself meanwhile.
  expect((await at(0, ada).get('/users/me')).status).toBe(200)
  await cluster.redis.restart()
  await expect.poll(() => cluster.nodes.every(({ products }) => products.redisIsUp)).toBe(true)
  waiting = next()
  await say(at(0, ada), 'carried again')
  expect(await waiting).toEqual(['carried again'])
})
