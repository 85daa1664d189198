import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Heartbeats on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, { HEARTBEAT_SECONDS: '1' })
  })
  afterAll(() => world.stop())

  const waitFor = (queueId: string, last: number) =>
    world.ben.get('/events', { queue_id: queueId, last_event_id: last })

  it('Type heartbeat | returned by a blocking GET /events that waited the full period: type and id', async () => {
    const { queueId } = await watch(world.ben, ['message'])
    const { status, body } = await waitFor(queueId, -1)
    expect(status).toBe(200)
    expect(body.events).toEqual([{ type: 'heartbeat', id: expect.any(Number) }])
    expect(body.events[0].id).toBeGreaterThanOrEqual(0)
  })

  it('Type heartbeat | its id increases, and events that come later are above it', async () => {
    const { queueId } = await watch(world.ben, ['alert_words'])
    const [first] = (await waitFor(queueId, -1)).body.events
    const [second] = (await waitFor(queueId, first.id)).body.events
    expect(second.type).toBe('heartbeat')
    expect(second.id).toBeGreaterThan(first.id)
    await world.ben.post('/users/me/alert_words', { alert_words: ['later'] })
    const { body } = await world.ben.get('/events', {
      queue_id: queueId,
      last_event_id: second.id,
      dont_block: true,
    })
    expect(body.events).toMatchObject([{ type: 'alert_words' }])
    expect(body.events[0].id).toBeGreaterThan(second.id)
  })

  it('Type heartbeat | sent for all event_types', async () => {
    const { queueId } = await watch(world.ben, [])
    expect((await waitFor(queueId, -1)).body.events).toMatchObject([{ type: 'heartbeat' }])
  })

  it('Type heartbeat | a poll that does not block gets none', async () => {
    const ben = await watch(world.ben, ['alert_words'])
    world.clock.advance(30)
    expect(await ben.news()).toEqual([])
  })

  it('Type heartbeat | one that was not acknowledged does not hide what came before', async () => {
    const { queueId } = await watch(world.ben, ['alert_words'])
    await waitFor(queueId, -1)
    await world.ben.post('/users/me/alert_words', { alert_words: ['unseen'] })
    expect((await waitFor(queueId, -1)).body.events).toMatchObject([{ type: 'alert_words' }])
  })
})
