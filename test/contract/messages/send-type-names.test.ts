import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, readMessage } from './message-requests.ts'

describe.each(engines)('Send a message, names of its type, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it.each([
    ['channel', 'stream', { to: 'test', topic: 'names' }],
    ['stream', 'stream', { to: 'test', topic: 'names' }],
    ['direct', 'private', { to: '["ben@example.com"]' }],
    ['private', 'private', { to: '["ben@example.com"]' }],
  ])('type | %s is sent as %s', async (type, stored, args) => {
    const { body } = await world.ada.post('/messages', { type, content: 'text', ...args })
    expect(await readMessage(world.ben, body.id)).toMatchObject({ type: stored, content: '<p>text</p>' })
  })

  it('type | anything else is refused', async () => {
    for (const type of ['Stream', 'dm', 'constructor', '']) {
      expectRefusal(
        await world.ada.post('/messages', { type, to: 'test', topic: 'x', content: 'x' }),
        'Invalid message type',
      )
    }
  })
})
