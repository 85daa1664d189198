import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '../../src/chat/identity/users/user.ts'
import { ACME_KEY, createDemoCompanies } from '../../src/telephony/demo/create-demo-companies.ts'
import { type ChatNodes, openChatNodes } from '../harness/chat-nodes.ts'
import { openPostgresLink, type PostgresLink } from '../harness/faults/postgres-link.ts'
import { SocketClient } from '../harness/socket-client.ts'
import { StreamClient } from '../harness/stream-client.ts'

let cluster: ChatNodes
let link: PostgresLink
let url: string
let ada: User
let ben: User
/** of the first node, whose link stays; and of the one that loses its database */
const GOOD = 0
const CUT_OFF = 1
beforeAll(async () => {
  cluster = await openChatNodes(1, { LOG_LEVEL: 'silent' })
  await createDemoCompanies(cluster.nodes[GOOD]!.products.telephony)
  link = await openPostgresLink(cluster.environment.DATABASE_URL!)
  const { app } = await cluster.add({ DATABASE_URL: link.url })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  ada = cluster.demo.people.ada
  ben = cluster.demo.people.ben
})
afterAll(async () => {
  link?.mend()
  await cluster?.stop()
  await link?.stop()
})

const phoneHeaders = { authorization: `Bearer ${ACME_KEY}`, 'x-user-id': 'primary' }
const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${url}${path}`, { headers })).status
const say = (node: number, content: string) =>
  cluster.at(node, ada).post('/messages', { type: 'stream', to: 'general', topic: 'link', content })
const register = async () =>
  (await cluster.at(CUT_OFF, ben).post('/register', { event_types: ['message'] })).body.queue_id as string

test.each([
  ['cut', () => link.cut()],
  ['half-open', () => link.halfOpen()],
])(
  'a node whose link to PostgreSQL is %s releases its clients, refuses requests, and recovers',
  async (name, begin) => {
    const client = cluster.at(CUT_OFF, ben)
    const queues = [await register(), await register()]
    const polled = client.get('/events', { queue_id: queues[0], last_event_id: -1 })
    const stream = await StreamClient.open(url, client, { queue_id: queues[1]!, last_event_id: -1 })
    const socket = await SocketClient.open(url, { token: ACME_KEY })
    const { app, products } = cluster.nodes[CUT_OFF]!
    await expect.poll(() => [...products.chat.queues.receivers('poll')].length).toBe(1)
    const metric = async () => (await app.inject('/metrics')).payload
    expect(await metric()).toContain('switchboard_database_up{product="chat"} 1')

    begin()
    const waiting = say(CUT_OFF, 'nobody knows')
    const phoneCall = statusOf('/system/company/contacts', phoneHeaders)
    expect((await polled).body.events).toEqual([])
    await expect.poll(() => stream.isClosed).toBe(true)
    await expect.poll(() => socket.disconnected).toBeDefined()
    expect((await waiting).status).toBe(503)
    expect(await phoneCall).toBe(503)
    await expect.poll(() => statusOf('/health')).toBe(503)
    expect(await statusOf('/health/live')).toBe(200)
    expect(await metric()).toContain('switchboard_database_up{product="chat"} 0')
    const other = await say(GOOD, `${name}: the other goes on`)
    expect(other.status).toBe(200)

    link.mend()
    await expect.poll(() => statusOf('/health')).toBe(200)
    const { body } = await client.get('/events', { queue_id: queues[1], last_event_id: -1 })
    const contents = body.events.map((event: { message: { content: string } }) => event.message.content)
    expect(contents.at(-1)).toContain('the other goes on')
    expect((await say(CUT_OFF, 'back again')).status).toBe(200)
    socket.close()
  },
)
