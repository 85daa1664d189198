import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeQueueProgress } from '../../../src/chat/events/event-queues/store-queue-progress.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { StreamClient } from '../../harness/stream-client.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { sendToStream } from '../messages/message-requests.ts'
import { signIn } from '../sign-in/browser.ts'

describe.each(engines)('Stream events from an event queue on %s', (engine) => {
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

  type Opening = Parameters<typeof StreamClient.open>[2]
  const stream = async (opening: Opening, client = world.ben) => {
    const one = await StreamClient.open(url, client, opening)
    opened.push(one)
    return one
  }
  const register = async (client = world.ben, types = ['message'], options = {}) =>
    (await watch(client, types, options)).queueId
  const say = (content: string, to = 'test') => sendToStream(world.ada, to, 'talk', content)
  const contents = ({ events }: StreamClient) => events.map(({ message }) => message.content)
  const poll = (queueId: string, last: number, rest = {}) =>
    world.ben.get('/events', { queue_id: queueId, last_event_id: last, dont_block: true, ...rest })

  it('begins at once, with the headers that keep proxies from storing or changing it', async () => {
    const one = await stream({ queue_id: await register(), last_event_id: -1 })
    expect(one.status).toBe(200)
    expect(one.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': expect.stringMatching(/no-cache.*no-transform/),
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    })
    await expect.poll(() => one.text).toBe('retry: 2000\n\n')
  })

  it('the same events with the same ids as GET /events, what was there and what comes', async () => {
    const [streamed, polled] = [await register(), await register()]
    await say('before')
    const one = await stream({ queue_id: streamed, last_event_id: -1 })
    await say('größer\n*zwei*')
    await say('after')
    await expect.poll(() => contents(one)).toEqual(['before', 'größer\n*zwei*', 'after'])
    const { events } = (await poll(polled, -1)).body
    expect(one.events).toEqual(events)
    expect(one.ids).toEqual(events.map(({ id }: { id: number }) => id))
    expect(one.text.match(/^event:/m)).toBeNull()
  })

  it('a client that is far behind gets everything once and in order', async () => {
    const queueId = await register()
    for (let number = 0; number < 1200; number += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, at) => say(`many ${number + at}`)))
    }
    const one = await stream({ queue_id: queueId, last_event_id: -1 })
    await expect.poll(() => one.events.length).toBe(1200)
    expect(new Set(one.ids).size).toBe(1200)
    expect(one.ids).toEqual(one.ids.toSorted((first, second) => first - second))
  })

  it('resumes after what the client has, by the parameter or by Last-Event-ID, which wins', async () => {
    const queueId = await register()
    const first = await stream({ queue_id: queueId, last_event_id: -1 })
    for (const word of ['one', 'two', 'three']) await say(word)
    await expect.poll(() => first.events.length).toBe(3)
    first.close()
    const [one, two] = first.ids
    const byParameter = await stream({ queue_id: queueId, last_event_id: one! })
    await expect.poll(() => contents(byParameter)).toEqual(['two', 'three'])
    byParameter.close()
    const byHeader = await stream({ queue_id: queueId, last_event_id: -1, resume: String(two) })
    await say('four')
    await expect.poll(() => contents(byHeader)).toEqual(['three', 'four'])
    byHeader.close()
    const odd = await stream({ queue_id: queueId, last_event_id: two!, resume: 'x' })
    await expect.poll(() => contents(odd)).toEqual(['three', 'four'])
  })

  it('errors come before it begins, as with GET /events', async () => {
    const queueId = await register()
    const cases: [Opening, number, object][] = [
      [{}, 400, { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'queue_id' argument" }],
      [{ queue_id: queueId }, 400, { code: 'BAD_REQUEST', msg: "Missing 'last_event_id' argument" }],
      [{ queue_id: 'no', last_event_id: -1 }, 400, { code: 'BAD_EVENT_QUEUE_ID', queue_id: 'no' }],
      [{ queue_id: queueId, last_event_id: 5000 }, 400, { msg: 'Event 5000 was not in this queue' }],
    ]
    for (const [opening, status, body] of cases) {
      const one = await stream(opening)
      expect([one.status, one.body]).toMatchObject([status, { result: 'error', ...body }])
      expect(one.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  it("is refused for other people's queues, other organizations, wrong keys and nobody", async () => {
    const opening = { queue_id: await register(), last_event_id: -1 }
    const refused = await stream(opening, world.ada)
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'You are not authorized to get events from this queue',
    ])
    const elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    expect((await stream(opening, elsewhere.chief)).body.code).toBe('BAD_EVENT_QUEUE_ID')
    const stranger = new ApiClient(world.app, { email: 'ben@example.com', key: 'x'.repeat(32) })
    expect((await stream(opening, stranger)).status).toBe(401)
    expect((await stream(opening, world.nobody)).status).toBe(401)
    expect((await stream(opening, world.hookBot)).status).toBe(401)
  })

  it('a guest gets what the guest can see, and nothing else', async () => {
    const one = await stream({ queue_id: await register(world.gus), last_event_id: -1 }, world.gus)
    await say('not for guests')
    await world.ada.post('/messages', { type: 'private', to: ['gus@example.com'], content: 'for Gus' })
    await expect.poll(() => contents(one)).toEqual(['for Gus'])
  })

  it('works with the cookie of a session', async () => {
    const { client, cookie } = await signIn(world.nobody, 'ben@example.com')
    const queueId = await register(client)
    // An EventSource cannot send anything else.
    const one = await stream({ queue_id: queueId, last_event_id: -1 }, world.nobody.with({ cookie }))
    expect(one.status).toBe(200)
    await say('with a cookie')
    await expect.poll(() => contents(one)).toEqual(['with a cookie'])
  })

  it('HEAD gets the headers and opens nothing', async () => {
    const queueId = await register()
    const answer = await world.ben.raw({
      method: 'HEAD',
      url: `/events/stream?queue_id=${queueId}&last_event_id=-1`,
    })
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect((await world.chat.queues.find(queueId))!.receiver).toBeUndefined()
  })

  it('a queue does not expire while its stream is open, and does after that', async () => {
    const queueId = await register()
    const one = await stream({ queue_id: queueId, last_event_id: -1 })
    world.clock.advance(700)
    await expect.poll(() => one.events.at(-1)?.type).toBe('heartbeat')
    one.close()
    const queue = (await world.chat.queues.find(queueId))!
    await expect.poll(() => queue.receiver).toBeUndefined()
    world.clock.advance(601)
    expect((await stream({ queue_id: queueId, last_event_id: one.last })).body.code).toBe(
      'BAD_EVENT_QUEUE_ID',
    )
  })

  it('what was written counts as acknowledged after the lifespan of the queue, not before', async () => {
    const queueId = await register()
    const one = await stream({ queue_id: queueId, last_event_id: -1 })
    await say('first')
    await expect.poll(() => one.events.length).toBe(1)
    const queue = (await world.chat.queues.find(queueId))!
    const before = queue.acknowledged
    await storeQueueProgress(world.chat)
    expect(queue.acknowledged).toBe(before)
    const beats = async (seconds: number) => {
      const { length } = one.events
      world.clock.advance(seconds)
      await expect.poll(() => one.events.length).toBeGreaterThan(length)
      await storeQueueProgress(world.chat)
    }
    await beats(590)
    expect(queue.acknowledged).toBe(before)
    for (let round = 0; round < 3; round += 1) await beats(601)
    expect(queue.acknowledged).toBeGreaterThan(queue.positionOf(one.ids[0]!))
    expect(queue.acknowledged).toBeLessThan(queue.positionOf(one.last))
    one.close()
    const again = await stream({ queue_id: queueId, last_event_id: -1, resume: String(one.last) })
    expect(again.status).toBe(200)
    expect((await stream({ queue_id: queueId, last_event_id: -1 })).body.msg).toMatch(/pruned/)
  })

  it('is counted while it is open', async () => {
    const gauge = async (name: string) =>
      Number(new RegExp(`^${name} (\\d+)`, 'm').exec((await world.app.inject('/metrics')).body)![1])
    for (const one of opened) one.close()
    await expect.poll(() => gauge('switchboard_event_streams')).toBe(0)
    const one = await stream({ queue_id: await register(), last_event_id: -1 })
    expect(await gauge('switchboard_event_streams')).toBe(1)
    expect(await gauge('switchboard_waiting_polls')).toBe(0)
    one.close()
    await expect.poll(() => gauge('switchboard_event_streams')).toBe(0)
  })
})
