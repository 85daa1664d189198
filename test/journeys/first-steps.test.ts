import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'

describe.each(engines)('first steps on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('a message goes from Ada to Ben, by history and by event', async () => {
    const registered = await world.ben.post('/register', { event_types: ['message'] })
    expect(registered.status).toBe(200)
    const { queue_id } = registered.body
    const waiting = world.ben.get('/events', { queue_id, last_event_id: -1 })
    const sent = await world.ada.post('/messages', {
      type: 'stream',
      to: 'test',
      topic: 'hello',
      content: '**Hi** @**Ben Okri**',
    })
    expect(sent.status).toBe(200)
    const events = await waiting
    expect(events.body.events).toMatchObject([
      {
        type: 'message',
        flags: ['mentioned'],
        message: { id: sent.body.id, content: '**Hi** @**Ben Okri**' },
      },
    ])
    const history = await world.ben.get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'stream', operand: 'test' }],
    })
    expect(history.body.messages.at(-1)).toMatchObject({
      id: sent.body.id,
      flags: ['mentioned'],
      subject: 'hello',
    })
  })

  it('everything can be registered for', async () => {
    for (const client of [world.ada, world.ben, world.gus, world.echoBot]) {
      const answer = await client.post('/register', { include_subscribers: true })
      expect(answer.status).toBe(200)
    }
  })
})
