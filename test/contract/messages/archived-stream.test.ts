import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, openQueue, readIds, sendToStream } from './message-requests.ts'

describe.each(engines)('messages of a private stream that was archived, on %s', (engine) => {
  let world: World
  let id: number
  let first: number
  beforeAll(async () => {
    world = await startWorld(engine)
    const { ada, ben } = world
    const stream = await makeStream(ada, 'cellar', ['ada', 'ben', 'cleo'], { invite_only: true })
    first = await sendToStream(ada, 'cellar', 'dust', 'older')
    id = await sendToStream(ada, 'cellar', 'dust', 'old')
    await ben.delete('/users/me/subscriptions', { subscriptions: ['cellar'] })
    await ada.delete(`/streams/${stream}`)
  })
  afterAll(() => world.stop())

  it('can be read by those who were in it until then, and by nobody else', async () => {
    for (const client of [world.ada, world.cleo]) {
      expect(await readIds(client)).toContain(id)
      expect((await client.get(`/messages/${id}`)).status).toBe(200)
    }
    for (const client of [world.ben, world.gus]) {
      expect(await readIds(client)).not.toContain(id)
      expectRefusal(await client.get(`/messages/${id}`), 'Invalid message(s)')
    }
  })

  it('cannot be edited or moved', async () => {
    for (const change of [{ content: 'new' }, { topic: 'polish' }])
      expectRefusal(
        await world.ada.patch(`/messages/${id}`, change),
        'The stream of this message is archived',
      )
  })

  it('can get reactions and be deleted, and only people who were in it until then get the events', async () => {
    const queues = []
    for (const client of [world.ada, world.cleo, world.ben, world.gus])
      queues.push(await openQueue(client, { event_types: ['reaction', 'delete_message'] }))
    expect((await world.cleo.post(`/messages/${first}/reactions`, { emoji_name: 'tada' })).status).toBe(200)
    expect((await world.cleo.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })).status).toBe(200)
    expect(await world.ada.delete(`/messages/${first}`)).toMatchObject({ status: 200 })
    const [ada, cleo, ben, gus] = await Promise.all(queues.map((queue) => queue.read()))
    for (const events of [ada, cleo])
      expect(events).toMatchObject([
        { type: 'reaction', message_id: id },
        { type: 'delete_message', message_id: first },
      ])
    expect([ben, gus]).toEqual([[], []])
  })

  it('are gone for everybody when the last subscriber leaves: nobody was in it any more', async () => {
    await makeStream(world.ada, 'attic', ['ada'], { invite_only: true })
    const last = await sendToStream(world.ada, 'attic', 'dust')
    await world.ada.delete('/users/me/subscriptions', { subscriptions: ['attic'] })
    expect(await readIds(world.ada)).not.toContain(last)
    expectRefusal(await world.ada.get(`/messages/${last}`), 'Invalid message(s)')
  })
})
