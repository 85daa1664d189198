import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { countMessages, expectRefusal, openQueue, readMessage } from './message-requests.ts'

describe.each(engines)('Send a message, again, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const message = (content: string) => ({ type: 'stream', to: 'test', topic: 'retry', content })
  const withKey = (key: string) => world.ada.with({ 'idempotency-key': key })

  it('retry of a send | Idempotency-Key: the first answer again, one message stored, one event', async () => {
    const queue = await openQueue(world.ben, { event_types: ['message'] })
    const before = await countMessages(world)
    const first = await withKey('one').post('/messages', message('once'))
    const second = await withKey('one').post('/messages', message('once'))
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(await countMessages(world)).toBe(before + 1)
    expect(await queue.read()).toMatchObject([{ message: { id: first.body.id } }])
  })

  it('retry of a send | Idempotency-Key: at the same time too', async () => {
    const before = await countMessages(world)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => withKey('together').post('/messages', message('once'))),
    )
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await countMessages(world)).toBe(before + 1)
  })

  it('retry of a send | another key is another message', async () => {
    const first = await withKey('a').post('/messages', message('same text'))
    const second = await withKey('b').post('/messages', message('same text'))
    expect(second.body.id).toBeGreaterThan(first.body.id)
  })

  it("retry of a send | another person's key is another message", async () => {
    const first = await withKey('shared').post('/messages', message('by ada'))
    const second = await world.ben.with({ 'idempotency-key': 'shared' }).post('/messages', message('by ben'))
    expect((await readMessage(world.ada, second.body.id)).sender_email).toBe('ben@example.com')
    expect(second.body.id).not.toBe(first.body.id)
  })

  it('retry of a send | a refused send leaves its key free', async () => {
    expectRefusal(await withKey('free').post('/messages', message('')), 'Message must not be empty')
    const missing = { ...message('x'), to: 'nowhere' }
    expect((await withKey('free').post('/messages', missing)).body.code).toBe('STREAM_DOES_NOT_EXIST')
    const before = await countMessages(world)
    expect((await withKey('free').post('/messages', message('x'))).status).toBe(200)
    expect(await countMessages(world)).toBe(before + 1)
  })

  it('retry of a send | without a key, or with an empty one, everything is sent', async () => {
    const before = await countMessages(world)
    for (const client of [world.ada, world.ada, withKey(''), withKey('')]) {
      expect((await client.post('/messages', message('x'))).status).toBe(200)
    }
    expect(await countMessages(world)).toBe(before + 4)
  })

  it('retry of a send | a key of 255 characters is kept, one of 256 refused', async () => {
    expect((await withKey('k'.repeat(255)).post('/messages', message('x'))).status).toBe(200)
    const tooLong = await withKey('k'.repeat(256)).post('/messages', message('x'))
    expectRefusal(tooLong, 'Idempotency-Key is too long (limit: 255)')
  })

  it('retry of a send | queue_id + local_id: the first answer again, one message stored, one event', async () => {
    const queue = await openQueue(world.ada, { event_types: ['message'] })
    const local = { queue_id: queue.id, local_id: '17.01' }
    const before = await countMessages(world)
    const first = await world.ada.post('/messages', { ...message('once'), ...local })
    const second = await world.ada.post('/messages', { ...message('once'), ...local })
    expect(second.body).toEqual(first.body)
    expect(await countMessages(world)).toBe(before + 1)
    expect(await queue.read()).toMatchObject([{ message: { id: first.body.id } }])
    const third = await world.ada.post('/messages', { ...message('once'), ...local, local_id: '17.02' })
    expect(third.body.id).toBeGreaterThan(first.body.id)
  })

  it("local_message_id | in the sender's own event, of that queue only", async () => {
    const own = await openQueue(world.ada, { event_types: ['message'] })
    const other = await openQueue(world.ada, { event_types: ['message'] })
    const bens = await openQueue(world.ben, { event_types: ['message'] })
    const { body } = await world.ada.post('/messages', {
      ...message('echo'),
      queue_id: own.id,
      local_id: '18.01',
    })
    const [event] = await own.read()
    expect(event).toMatchObject({ local_message_id: '18.01', message: { id: body.id } })
    for (const queue of [other, bens]) {
      const [seen] = await queue.read()
      expect(seen).toMatchObject({ message: { id: body.id } })
      expect(seen).not.toHaveProperty('local_message_id')
    }
  })
})
