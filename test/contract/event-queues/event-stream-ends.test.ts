import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoOrganization } from '../../../src/chat/demo/create-demo-organization.ts'
import { checkStreams } from '../../../src/chat/events/event-queues/check-streams.ts'
import { BYTES_UNREAD } from '../../../src/chat/events/event-queues/stream-receiver.ts'
import { stopServing } from '../../../src/server/run-server.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { changeRealm } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { openTestServer } from '../../harness/open-test-server.ts'
import { StreamClient } from '../../harness/stream-client.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { sendToStream } from '../messages/message-requests.ts'
import { joinAs } from '../own-settings/email-change.ts'
import { signIn } from '../sign-in/browser.ts'

/** Each character is six in HTML. */
const LONG = '"'.repeat(9000)

describe.each(engines)('The end of an event stream on %s', (engine) => {
  let world: World
  let url: string
  const opened: StreamClient[] = []
  beforeAll(async () => {
    world = await startWorld(engine)
    url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    for (const stream of opened) stream.close()
    await world.stop()
  })

  const follow = async (queueId: string, client = world.ben, last = -1) => {
    const one = await StreamClient.open(url, client, { queue_id: queueId, last_event_id: last })
    expect(one.status).toBe(200)
    opened.push(one)
    return one
  }
  const open = async (client = world.ben, types = ['message'], options = {}) => {
    const { queueId } = await watch(client, types, options)
    return { queueId, stream: await follow(queueId, client) }
  }
  const say = (content: string) => sendToStream(world.ada, 'test', 'talk', content)
  const contents = ({ events }: StreamClient) => events.map(({ message }) => message.content)
  const poll = (queueId: string, last: number, rest = {}, client = world.ben) =>
    client.get('/events', { queue_id: queueId, last_event_id: last, dont_block: true, ...rest })
  const endsWith = async (stream: StreamClient, end: object) => {
    await expect.poll(() => stream.isClosed).toBe(true)
    expect(stream.end).toEqual({ msg: expect.any(String), ...end })
  }
  const staysOpen = async (
    stream: StreamClient,
    isHeard: () => Promise<unknown> = () => say('still there'),
  ) => {
    const { length } = stream.events
    await isHeard()
    await expect.poll(() => stream.events.length).toBeGreaterThan(length)
    expect(stream.isClosed).toBe(false)
  }

  it('queue_gone: the queue is deleted', async () => {
    const { queueId, stream } = await open()
    await world.ben.delete('/events', { queue_id: queueId })
    await endsWith(stream, { reason: 'queue_gone', code: 'BAD_EVENT_QUEUE_ID', queue_id: queueId })
  })

  it('replaced: a second stream of the queue ends the first', async () => {
    const { queueId, stream } = await open()
    const second = await follow(queueId)
    await endsWith(stream, { reason: 'replaced' })
    await say('for the second')
    await expect.poll(() => contents(second)).toEqual(['for the second'])
    expect(stream.events).toEqual([])
  })

  it('replaced: a poll ends the stream, and a stream ends the poll', async () => {
    const { queueId, stream } = await open()
    const waiting = poll(queueId, -1, { dont_block: false })
    await endsWith(stream, { reason: 'replaced' })
    const second = await follow(queueId)
    expect((await waiting).body.events).toEqual([])
    await say('for the stream')
    await expect.poll(() => contents(second)).toEqual(['for the stream'])
    expect((await poll(queueId, -1)).body.events).toEqual(second.events)
    await endsWith(second, { reason: 'replaced' })
  })

  it('signed_out: its own session ends; others of the same person go on', async () => {
    const [page, other] = [
      await signIn(world.nobody, 'ben@example.com'),
      await signIn(world.nobody, 'ben@example.com'),
    ]
    const ending = await open(page.client)
    const [going, byKey] = [await open(other.client), await open()]
    await page.client.delete('/sessions/current')
    await endsWith(ending.stream, { reason: 'signed_out' })
    await staysOpen(going.stream)
    await staysOpen(byKey.stream)
    expect((await poll(ending.queueId, -1, {}, page.client)).status).toBe(401)
  })

  it('signed_out: the session is too old', async () => {
    const page = await signIn(world.nobody, 'ben@example.com')
    const { stream } = await open(page.client)
    await checkStreams(world.chat)
    await staysOpen(stream)
    world.clock.advance(15 * 86_400)
    await checkStreams(world.chat)
    await endsWith(stream, { reason: 'signed_out' })
  })

  it('signed_out: the API key changes; a session of the same person continues', async () => {
    const person = await joinAs(world, 'rotating')
    const page = await signIn(world.nobody, person.email)
    const byKey = await open(world.as(person), ['alert_words'])
    const bySession = await open(page.client, ['alert_words'])
    await page.client.post('/users/me/api_key/regenerate')
    await endsWith(byKey.stream, { reason: 'signed_out' })
    await staysOpen(bySession.stream, () =>
      page.client.post('/users/me/alert_words', { alert_words: ['rotated'] }),
    )
  })

  it('account_deactivated: with a key and with a session', async () => {
    const person = await joinAs(world, 'leaving')
    const page = await signIn(world.nobody, person.email)
    const both = [await open(world.as(person)), await open(page.client)]
    await world.ada.delete(`/users/${person.id}`)
    for (const { stream } of both) await endsWith(stream, { reason: 'account_deactivated' })
  })

  it('account_deactivated: the organization is deactivated', async () => {
    const { stream } = await open()
    await changeRealm(world, world.demo.realm, { settings: '{}' })
    await staysOpen(stream)
    await changeRealm(world, world.demo.realm, { deactivated: 1 })
    await endsWith(stream, { reason: 'account_deactivated' })
    await changeRealm(world, world.demo.realm, { deactivated: 0 })
  })

  it('a client that goes away leaves nothing behind', async () => {
    const { queueId, stream } = await open()
    stream.close()
    const queue = (await world.chat.queues.find(queueId))!
    await expect.poll(() => queue.receiver).toBeUndefined()
  })

  // The connection is the same with every database.
  it.runIf(engine === 'SQLite')(
    'a client that does not read is disconnected at the bound, and resumes',
    async () => {
      const { queueId, stream } = await open(world.ben, ['message'], { apply_markdown: true })
      await say('read')
      await expect.poll(() => stream.events.length).toBe(1)
      stream.pause()
      const queue = (await world.chat.queues.find(queueId))!
      let sent = 0
      while (queue.receiver) {
        await Promise.all(Array.from({ length: 5 }, () => say(`${++sent} ${LONG}`)))
        expect(sent).toBeLessThan(5000)
      }
      expect(sent * LONG.length * 6).toBeGreaterThan(BYTES_UNREAD)
      stream.pause(false)
      await expect.poll(() => stream.isClosed).toBe(true)
      expect(stream.end).toBeUndefined()
      const again = await follow(queueId, world.ben, stream.last)
      await expect.poll(() => again.events.length + stream.events.length).toBe(sent + 1)
      const ids = [...stream.ids, ...again.ids]
      expect(new Set(ids).size).toBe(sent + 1)
      expect(ids).toEqual(ids.toSorted((one, other) => one - other))
    },
    60_000,
  )

  it.runIf(engine === 'SQLite')(
    'a client that is far behind and does not read is disconnected after a heartbeat',
    async () => {
      const { queueId } = await watch(world.ben, ['message'], { apply_markdown: true })
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(Array.from({ length: 20 }, () => say(LONG)))
      }
      const stream = await follow(queueId)
      stream.pause()
      const queue = (await world.chat.queues.find(queueId))!
      await expect.poll(() => queue.receiver?.isFull).toBe(true)
      world.clock.advance(61)
      await expect.poll(() => queue.receiver).toBeUndefined()
      stream.pause(false)
      await expect.poll(() => stream.isClosed).toBe(true)
      const again = await follow(queueId, world.ben, stream.last)
      await expect.poll(() => again.events.length + stream.events.length).toBe(200)
    },
    60_000,
  )
})

describe.each(engines)('Event streams and the rest of the server on %s', (engine) => {
  const within = async (
    settings: Record<string, string>,
    work: (world: World, url: string) => Promise<void>,
  ) => {
    const world = await startWorld(engine, settings)
    try {
      await work(world, await world.app.listen({ port: 0, host: '127.0.0.1' }))
    } finally {
      await world.stop()
    }
  }
  const open = async (url: string, client: ApiClient) => {
    const { queueId } = await watch(client, ['message'])
    return StreamClient.open(url, client, { queue_id: queueId, last_event_id: -1 })
  }

  it('heartbeats come again and again, with growing ids, and events between them', () =>
    within({ HEARTBEAT_SECONDS: '1' }, async (world, url) => {
      const stream = await open(url, world.ben)
      await expect.poll(() => stream.events.length).toBeGreaterThan(1)
      await sendToStream(world.ada, 'test', 'talk', 'between')
      const types = () => stream.events.map(({ type }) => type).join(' ')
      await expect.poll(types).toMatch(/heartbeat heartbeat.* message.* heartbeat/)
      expect(stream.events[0]).toEqual({ type: 'heartbeat', id: stream.ids[0] })
      expect(stream.ids).toEqual([...new Set(stream.ids)].toSorted((one, other) => one - other))
      stream.close()
    }))

  it('opening one counts as a poll; what it carries does not count', () =>
    within({ RATE_LIMIT_PER_MINUTE: '3' }, async (world, url) => {
      const { queueId } = await watch(world.ben, ['message'])
      const opening = { queue_id: queueId, last_event_id: -1 }
      const streams: StreamClient[] = []
      for (let left = 2; left >= 0; left -= 1) {
        const stream = await StreamClient.open(url, world.ben, opening)
        streams.push(stream)
        expect([stream.status, stream.headers['x-ratelimit-remaining']]).toEqual([200, String(left)])
      }
      const refused = await StreamClient.open(url, world.ben, opening)
      expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_HIT'])
      for (const stream of streams) stream.close()
    }))

  it('server_shutdown: the server stops, and does not wait for streams', async () => {
    const server = await openTestServer(engine, { PUBLIC_URL: 'http://chat.example.com' })
    const { chat } = server.products
    const { ada, ben } = (await createDemoOrganization(chat, undefined)).people
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const streams = await Promise.all(
      [ada, ben].map(({ email, api_key_sealed }) =>
        open(url, new ApiClient(server.app, { email, key: chat.secrets.decrypt(api_key_sealed) })),
      ),
    )
    await stopServing(server.app, server.products)
    for (const stream of streams) {
      await expect.poll(() => stream.isClosed).toBe(true)
      expect(stream.end).toMatchObject({ reason: 'server_shutdown' })
    }
    await server.stop()
  })
})
