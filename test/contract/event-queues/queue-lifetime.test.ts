import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('States and transitions of event queues on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const open = async (options = {}) => (await watch(world.ben, ['alert_words'], options)).queueId
  const poll = (queueId: string, last = -1, rest = {}) =>
    world.ben.get('/events', { queue_id: queueId, last_event_id: last, dont_block: true, ...rest })
  const badQueue = (queueId: string) => ({
    result: 'error',
    msg: `Bad event queue id: ${queueId}`,
    code: 'BAD_EVENT_QUEUE_ID',
    queue_id: queueId,
  })

  it('Event queue | none | POST /register | registered | queue_id and last_event_id returned', async () => {
    const { body } = await world.ben.post('/register', { event_types: ['message'] })
    expect(body).toMatchObject({ queue_id: expect.any(String), last_event_id: -1 })
    expect((await poll(body.queue_id, body.last_event_id)).status).toBe(200)
  })

  it('Event queue | none | GET /events without queue_id using register arguments | registered | queue_id and last_event_id returned', async () => {
    const { body } = await world.ben.get('/events', { dont_block: true, event_types: ['message'] })
    expect(body).toMatchObject({ queue_id: expect.any(String), last_event_id: -1 })
    expect((await poll(body.queue_id, body.last_event_id)).status).toBe(200)
  })

  it('Event queue | registered | 10 minutes without activity | garbage-collected | later GET /events returns BAD_EVENT_QUEUE_ID', async () => {
    const queueId = await open()
    world.clock.advance(601)
    const answer = await poll(queueId)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(badQueue(queueId))
  })

  it('Event queue | registered | less than 10 minutes: still there, and a poll starts the time anew', async () => {
    const queueId = await open()
    world.clock.advance(590)
    expect((await poll(queueId)).status).toBe(200)
    world.clock.advance(590)
    expect((await poll(queueId)).status).toBe(200)
    world.clock.advance(601)
    expect((await poll(queueId)).body.code).toBe('BAD_EVENT_QUEUE_ID')
  })

  it('Event queue | registered | events of the last minutes wait for the client', async () => {
    const queueId = await open()
    await world.ben.post('/users/me/alert_words', { alert_words: ['patience'] })
    world.clock.advance(590)
    const { body } = await poll(queueId)
    expect(body.events).toMatchObject([{ type: 'alert_words' }])
  })

  it('Event queue | registered | a queue that waits does not expire', async () => {
    const queueId = await open()
    const waiting = poll(queueId, -1, { dont_block: false })
    const queue = (await world.chat.queues.find(queueId))!
    await expect.poll(() => queue.receiver !== undefined).toBe(true)
    world.clock.advance(700)
    const { status, body } = await waiting
    expect(status).toBe(200)
    expect(body.events).toMatchObject([{ type: 'heartbeat' }])
    expect((await poll(queueId, body.events[0].id)).status).toBe(200)
  })

  it('Event queue | registered | queue_lifespan_secs of register makes it live longer', async () => {
    const queueId = await open({ queue_lifespan_secs: 3600 })
    world.clock.advance(3500)
    expect((await poll(queueId)).status).toBe(200)
    world.clock.advance(3601)
    expect((await poll(queueId)).body.code).toBe('BAD_EVENT_QUEUE_ID')
  })

  it('Event queue | registered | DELETE /events, queue exists | deleted | success', async () => {
    const queueId = await open()
    const answer = await world.ben.delete('/events', { queue_id: queueId })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    const polled = await poll(queueId)
    expect(polled.status).toBe(400)
    expect(polled.body).toEqual(badQueue(queueId))
  })

  it('Event queue | none | DELETE /events, queue id unknown | unchanged | error BAD_EVENT_QUEUE_ID', async () => {
    const answer = await world.ben.delete('/events', { queue_id: 'never-there' })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(badQueue('never-there'))
  })

  it('Event queue | deleted | DELETE /events, already deleted | unchanged | error BAD_EVENT_QUEUE_ID', async () => {
    const queueId = await open()
    expect((await world.ben.delete('/events', { queue_id: queueId })).status).toBe(200)
    const answer = await world.ben.delete('/events', { queue_id: queueId })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(badQueue(queueId))
  })

  it('Event queue | collected | DELETE /events | unchanged | error BAD_EVENT_QUEUE_ID', async () => {
    const queueId = await open()
    world.clock.advance(601)
    const answer = await world.ben.delete('/events', { queue_id: queueId })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(badQueue(queueId))
  })

  it('Delete a queue | queue_id | required: missing is an error that names it', async () => {
    const answer = await world.ben.delete('/events')
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: "Missing 'queue_id' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'queue_id',
    })
  })

  it("Delete a queue | another user's: refused, and the queue stays", async () => {
    const queueId = await open()
    const answer = await world.ada.delete('/events', { queue_id: queueId })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'You are not authorized to access this queue',
      code: 'BAD_REQUEST',
    })
    expect((await poll(queueId)).status).toBe(200)
  })

  it('Delete a queue | while a poll waits: the poll ends with nothing', async () => {
    const queueId = await open()
    const waiting = poll(queueId, -1, { dont_block: false })
    const queue = (await world.chat.queues.find(queueId))!
    await expect.poll(() => queue.receiver !== undefined).toBe(true)
    await world.ben.delete('/events', { queue_id: queueId })
    expect((await waiting).body.events).toEqual([])
  })

  it('Delete a queue | other queues of the same user stay', async () => {
    const [one, other] = [await open(), await open()]
    await world.ben.delete('/events', { queue_id: one })
    expect((await poll(other)).status).toBe(200)
  })
})
