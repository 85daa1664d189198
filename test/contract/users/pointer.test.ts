import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Pointer on %s', (engine) => {
  let world: World
  const received: number[] = []
  let notReceived: number
  beforeAll(async () => {
    world = await startWorld(engine)
    const send = async (to: string) =>
      (await world.ada.post('/messages', { type: 'private', to: [to], content: 'x' })).body.id
    received.push(await send('ben@example.com'), await send('ben@example.com'))
    notReceived = await send('cleo@example.com')
  })
  afterAll(() => world.stop())

  const path = '/users/me/pointer'
  const pointer = async (client = world.ben) => (await client.get(path)).body.pointer
  const everywhere = async () => {
    const { body } = await world.ben.post('/register', { event_types: ['pointer'] })
    return [await pointer(), body.pointer, (await world.ben.get('/users/me')).body.pointer]
  }

  it('the pointer is -1 at first', async () => {
    expect(await everywhere()).toEqual([-1, -1, -1])
  })

  it('POST | moves it, for all clients of this person', async () => {
    const ben = await watch(world.ben, ['pointer'])
    const ada = await watch(world.ada, ['pointer'])
    expect((await world.ben.post(path, { pointer: received[1] })).body).toEqual({
      result: 'success',
      msg: '',
    })
    expect(await everywhere()).toEqual([received[1], received[1], received[1]])
    expect(await ben.news()).toEqual([{ type: 'pointer', pointer: received[1], id: expect.any(Number) }])
    expect(await ada.news()).toEqual([])
    expect(await pointer(world.ada)).toBe(-1)
  })

  it('POST | an older message is ignored', async () => {
    const ben = await watch(world.ben, ['pointer'])
    expect((await world.ben.post(path, { pointer: received[0] })).status).toBe(200)
    expect(await pointer()).toBe(received[1])
    expect(await ben.news()).toEqual([])
  })

  it('POST | a message that never came to this person', async () => {
    for (const id of [notReceived, 99999]) {
      const { status, body } = await world.ben.post(path, { pointer: id })
      expect(status).toBe(400)
      expect(body).toEqual({ result: 'error', msg: 'Invalid message ID', code: 'BAD_REQUEST' })
    }
    expect(await pointer()).toBe(received[1])
  })

  it('POST | missing, or no number', async () => {
    expect((await world.ben.post(path)).body.msg).toBe("Missing 'pointer' argument")
    expect((await world.ben.post(path, { pointer: '-1' })).body.msg).toBe("Bad value for 'pointer': -1")
  })
})
