import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneEventLog } from '../../../src/chat/events/event-queues/collect-dead-queues.ts'
import { storeQueueProgress } from '../../../src/chat/events/event-queues/store-queue-progress.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('How many queues, and how much they hold, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    // Longer than the clock moves here: waiting requests keep waiting.
    world = await startWorld(engine, { HEARTBEAT_SECONDS: '3600' })
  })
  afterAll(() => world.stop())

  const open = async (client: ApiClient, more = {}) => {
    const { status, body } = await client.post('/register', {
      event_types: ['alert_words'],
      fetch_event_types: [],
      queue_lifespan_secs: 604_800,
      ...more,
    })
    expect(status).toBe(200)
    return body.queue_id as string
  }
  const poll = (client: ApiClient, queueId: string, rest = {}) =>
    client.get('/events', { queue_id: queueId, last_event_id: -1, dont_block: true, ...rest })

  it('somebody with 300 queues: one more ends the longest unused, and never one that is polled', async () => {
    const waitedFor = await open(world.ben)
    const waiting = poll(world.ben, waitedFor, { dont_block: false })
    await expect
      .poll(async () => (await world.chat.queues.find(waitedFor))?.receiver !== undefined)
      .toBe(true)
    const first = await open(world.ben)
    const second = await open(world.ben)
    world.clock.advance(2)
    for (let count = 3; count < 300; count += 1) await open(world.ben)
    const ofCleo = await open(world.cleo)
    world.clock.advance(30)
    const refused = await world.ben.post('/register', { event_types: [], fetch_event_types: [] })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.body).toEqual({
      result: 'error',
      msg: 'You have too many event queues in use (limit: 300)',
      code: 'RATE_LIMIT_HIT',
      'retry-after': 60,
    })
    world.clock.advance(20)
    expect((await poll(world.ben, first)).status).toBe(200)
    world.clock.advance(20)
    const newest = await open(world.ben)
    expect((await poll(world.ben, second)).body.code).toBe('BAD_EVENT_QUEUE_ID')
    expect((await poll(world.ben, first)).status).toBe(200)
    expect((await poll(world.ben, newest)).status).toBe(200)
    expect((await poll(world.cleo, ofCleo)).status).toBe(200)
    await world.ben.post('/users/me/alert_words', { alert_words: ['patience'] })
    expect((await waiting).body.events).toMatchObject([{ type: 'alert_words' }])
  })

  it('a queue that left too many events unread for an hour is ended, and the log forgets them', async () => {
    const asleep = await open(world.cleo)
    const awake = await open(world.gus)
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await world.gus.post('/users/me/alert_words', { alert_words: [word] })
    }
    const stored = async () =>
      (
        await world.chat.database.read
          .selectFrom('events')
          .select('position')
          .where('tenant_id', '=', world.demo.realm.id)
          .where('type', '=', 'alert_words')
          .execute()
      ).length
    const before = await stored()
    await pruneEventLog(world.chat, 3)
    // However many they are: within the hour nothing is forgotten.
    expect(await stored()).toBe(before)
    expect((await poll(world.cleo, asleep)).status).toBe(200)
    world.clock.advance(3700)
    const { events } = (await poll(world.gus, awake)).body
    expect((await poll(world.gus, awake, { last_event_id: events.at(-1).id })).status).toBe(200)
    await storeQueueProgress(world.chat)
    await pruneEventLog(world.chat, 1000)
    expect((await poll(world.cleo, asleep)).status).toBe(200)
    await pruneEventLog(world.chat, 3)
    expect(await stored()).toBeLessThan(before)
    const ended = await poll(world.cleo, asleep)
    expect(ended).toMatchObject({ status: 400, body: { code: 'BAD_EVENT_QUEUE_ID', queue_id: asleep } })
    expect((await poll(world.gus, awake, { last_event_id: events.at(-1).id })).status).toBe(200)
  })
})
