import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, readIds, sendToStream, type Term } from './message-requests.ts'

describe.each(engines)('is:starred on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const star = (client: ApiClient, id: number) =>
    client.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  const starred = (client: ApiClient, more: Term[] = []) =>
    readIds(client, [{ operator: 'is', operand: 'starred' }, ...more])

  it('finds what was looked up in a stream that one is not in, with every other term', async () => {
    const [found, other] = [
      await sendToStream(world.ben, 'random', 'maps', 'a treasure'),
      await sendToStream(world.ben, 'random', 'maps', 'a swamp'),
    ]
    expect((await star(world.cleo, found)).status).toBe(200)
    expect(await starred(world.cleo)).toEqual([found])
    expect(await starred(world.cleo, [{ operator: 'stream', operand: 'random' }])).toEqual([found])
    expect(await starred(world.cleo, [{ operator: 'search', operand: 'treas' }])).toEqual([found])
    expect(await starred(world.cleo, [{ operator: 'search', operand: 'swamp' }])).toEqual([])
    expect(await starred(world.ada)).toEqual([])
    expect(other).toBeGreaterThan(found)
  })

  it('finds nothing any more in a stream that has been closed to one', async () => {
    const stream = await makeStream(world.ada, 'closing', ['ada'])
    const id = await sendToStream(world.ada, 'closing', 'plans', 'to close')
    await star(world.ben, id)
    expect(await starred(world.ben)).toEqual([id])
    await world.ada.patch(`/streams/${stream}`, { is_private: true })
    expect(await starred(world.ben)).toEqual([])
  })

  it('beside another state finds only messages that the user has received', async () => {
    const unread = [{ operator: 'is', operand: 'unread' }]
    expect(await starred(world.cleo, unread)).toEqual([])
  })
})
