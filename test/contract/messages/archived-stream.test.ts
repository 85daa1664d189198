import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, sendToStream } from './message-requests.ts'

describe.each(engines)('messages of a private stream that everybody has left, on %s', (engine) => {
  let world: World
  let id: number
  beforeAll(async () => {
    world = await startWorld(engine)
    const { ada } = world
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], invite_only: true })
    id = await sendToStream(ada, 'cellar', 'dust', 'old')
    await ada.delete('/users/me/subscriptions', { subscriptions: ['cellar'] })
  })
  afterAll(() => world.stop())

  it('cannot be edited', async () => {
    const edited = await world.ada.patch(`/messages/${id}`, { content: 'new' })
    expectRefusal(edited, 'The stream of this message is archived')
    expectRefusal(
      await world.ada.patch(`/messages/${id}`, { topic: 'polish' }),
      'The stream of this message is archived',
    )
  })

  it('can be deleted, and whoever does so is told', async () => {
    const { body: queue } = await world.ada.post('/register', { event_types: ['delete_message'] })
    expect(await world.ada.delete(`/messages/${id}`)).toMatchObject({ status: 200 })
    const { body } = await world.ada.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })
    expect(body.events).toMatchObject([{ type: 'delete_message', message_id: id }])
  })
})
