import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Get events from an event queue on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const say = async (content: string) => {
    const sent = await world.ada.post('/messages', { type: 'stream', to: 'test', topic: 'talk', content })
    expect(sent.status).toBe(200)
  }
  const open = async () => (await watch(world.ben, ['message'])).queueId
  const poll = (queueId: string, last: number, rest = {}) =>
    world.ben.get('/events', { queue_id: queueId, last_event_id: last, dont_block: true, ...rest })
  const contents = (body: { events: { message: { content: string } }[] }) =>
    body.events.map(({ message }) => message.content)

  it('Response: events (each with id and type), msg, result', async () => {
    const queueId = await open()
    await say('shape')
    const { status, body } = await poll(queueId, -1)
    expect(status).toBe(200)
    expect(body).toMatchObject({ result: 'success', msg: '', events: [{ type: 'message' }] })
    expect(Object.keys(body).sort()).toEqual(['events', 'msg', 'queue_id', 'result'])
    expect(body.events[0].id).toBeGreaterThanOrEqual(0)
  })

  it('Event | id increases, the events come in the order in which they happened', async () => {
    const queueId = await open()
    for (const word of ['one', 'two', 'three']) await say(word)
    const { body } = await poll(queueId, -1)
    expect(contents(body)).toEqual(['one', 'two', 'three'])
    const ids = body.events.map((event: { id: number }) => event.id)
    expect(ids).toEqual([...new Set<number>(ids)].sort((one, other) => one - other))
  })

  it('queue_id | absent: the register arguments are accepted and a queue is registered', async () => {
    const first = await world.ben.get('/events', {
      dont_block: true,
      event_types: ['message'],
      apply_markdown: true,
    })
    expect(first.body).toMatchObject({ events: [], queue_id: expect.any(String), last_event_id: -1 })
    await say('*registered*')
    const { body } = await poll(first.body.queue_id, first.body.last_event_id)
    expect(contents(body)).toEqual(['<p><em>registered</em></p>'])
  })

  it('queue_id | absent, blocking: waits for the first event of the new queue', async () => {
    const waiting = world.ben.get('/events', { event_types: ['alert_words'] })
    await expect.poll(() => [...world.chat.queues.live].some((queue) => queue.receiver)).toBe(true)
    await world.ben.post('/users/me/alert_words', { alert_words: ['first'] })
    const { body } = await waiting
    expect(body).toMatchObject({ events: [{ type: 'alert_words' }], last_event_id: -1 })
    expect((await poll(body.queue_id, body.events[0].id)).body.events).toEqual([])
  })

  it('queue_id | absent, with wrong register arguments: an error', async () => {
    const answer = await world.ben.get('/events', { dont_block: true, narrow: [['foo', 'x']] })
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toBe('Operator foo not supported.')
  })

  it('queue_id | unknown: BAD_EVENT_QUEUE_ID with queue_id', async () => {
    const answer = await poll('1375801870:2942', -1)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'Bad event queue id: 1375801870:2942',
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id: '1375801870:2942',
    })
  })

  it("queue_id | another user's queue: refused", async () => {
    const queueId = await open()
    const answer = await world.ada.get('/events', {
      queue_id: queueId,
      last_event_id: -1,
      dont_block: true,
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'You are not authorized to get events from this queue',
      code: 'BAD_REQUEST',
    })
  })

  it('queue_id | of another organization: unknown', async () => {
    const elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    const queueId = await open()
    const answer = await elsewhere.chief.get('/events', { queue_id: queueId, last_event_id: -1 })
    expect(answer.body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: queueId })
  })

  it('last_event_id | missing with a queue_id: an error that names it', async () => {
    const answer = await world.ben.get('/events', { queue_id: await open(), dont_block: true })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: "Missing 'last_event_id' argument",
      code: 'BAD_REQUEST',
    })
  })

  it('last_event_id | not a number: an error', async () => {
    const answer = await world.ben.get('/events', { queue_id: await open(), last_event_id: 'last' })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: "Bad value for 'last_event_id': last",
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'last_event_id',
      bad_value: 'last',
    })
  })

  it('last_event_id | only events above it', async () => {
    const queueId = await open()
    await say('acknowledged')
    await say('new')
    const { body: both } = await poll(queueId, -1)
    const { body } = await poll(queueId, both.events[0].id)
    expect(contents(body)).toEqual(['new'])
    expect((await poll(queueId, both.events[1].id)).body.events).toEqual([])
  })

  it('last_event_id | not acknowledged: the same events again', async () => {
    const queueId = await open()
    await say('again')
    const { body: first } = await poll(queueId, -1)
    const { body: second } = await poll(queueId, -1)
    expect(contents(first)).toEqual(['again'])
    expect(second.events).toEqual(first.events)
  })

  it('last_event_id | below what was acknowledged: pruned', async () => {
    const queueId = await open()
    await say('x')
    const { body } = await poll(queueId, -1)
    await poll(queueId, body.events[0].id)
    const answer = await poll(queueId, -1)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'An event newer than -1 has already been pruned!',
      code: 'BAD_REQUEST',
    })
  })

  it('last_event_id | a position that the queue has not come to: an error', async () => {
    const answer = await poll(await open(), 5000)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'Event 5000 was not in this queue',
      code: 'BAD_REQUEST',
    })
  })

  it('dont_block | true: returns immediately, possibly with nothing', async () => {
    expect((await poll(await open(), -1, { dont_block: true })).body.events).toEqual([])
  })

  it.each([{ dont_block: false }, { dont_block: undefined }])(
    'dont_block | default false: blocks until an event is available (%o)',
    async (rest) => {
      const queueId = await open()
      let isAnswered = false
      const waiting = poll(queueId, -1, rest).then((answer) => {
        isAnswered = true
        return answer
      })
      const queue = (await world.chat.queues.find(queueId))!
      await expect.poll(() => queue.receiver !== undefined).toBe(true)
      expect(isAnswered).toBe(false)
      await say('worth waiting for')
      expect(contents((await waiting).body)).toEqual(['worth waiting for'])
    },
  )

  it('dont_block | false with an event there already: answered at once', async () => {
    const queueId = await open()
    await say('was there')
    expect(contents((await poll(queueId, -1, { dont_block: false })).body)).toEqual(['was there'])
  })

  it('dont_block | not a boolean: an error', async () => {
    const answer = await poll(await open(), -1, { dont_block: '1' })
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toBe('dont_block is not a boolean')
  })

  it('two polls on one queue: the second ends the first', async () => {
    const queueId = await open()
    const first = poll(queueId, -1, { dont_block: false })
    const queue = (await world.chat.queues.find(queueId))!
    await expect.poll(() => queue.receiver !== undefined).toBe(true)
    const second = poll(queueId, -1, { dont_block: false })
    expect((await first).body).toMatchObject({ result: 'success', events: [] })
    await say('for the second')
    expect(contents((await second).body)).toEqual(['for the second'])
  })
})
