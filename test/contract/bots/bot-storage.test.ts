import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Bot storage on %s', (engine) => {
  let world: World
  let neighbour: ApiClient
  beforeAll(async () => {
    world = await startWorld(engine)
    const { body } = await world.ben.post('/bots', { full_name: 'Neighbour', short_name: 'neighbour' })
    neighbour = new ApiClient(world.app, { email: 'neighbour-bot@chat.example.com', key: body.api_key })
  })
  beforeEach(() => world.echoBot.delete('/bot_storage'))
  afterAll(() => world.stop())

  const kept = async (client = world.echoBot) => (await client.get('/bot_storage')).body.storage
  const put = (storage: unknown, client = world.echoBot) => client.put('/bot_storage', { storage })
  const refused = async (storage: unknown, msg: string) => {
    const before = await kept()
    expect(await put(storage)).toMatchObject({ status: 400, body: { msg, code: 'BAD_REQUEST' } })
    expect(await kept()).toEqual(before)
  }

  it('put, get, put over, delete', async () => {
    expect(await kept()).toEqual({})
    expect(await put({ a: '1', b: 'ü', __proto__x: '' })).toMatchObject({
      status: 200,
      body: { result: 'success', msg: '' },
    })
    await put({ b: 'two', c: '3' })
    expect(await kept()).toEqual({ a: '1', b: 'two', c: '3', __proto__x: '' })
    expect((await world.echoBot.get('/bot_storage', { keys: ['a', 'c'] })).body.storage).toEqual({
      a: '1',
      c: '3',
    })
    expect((await world.echoBot.delete('/bot_storage', { keys: ['a', '__proto__x'] })).status).toBe(200)
    expect(await kept()).toEqual({ b: 'two', c: '3' })
    expect((await world.echoBot.delete('/bot_storage')).status).toBe(200)
    expect(await kept()).toEqual({})
  })

  it('each bot has its own', async () => {
    await put({ a: 'mine' })
    await put({ a: 'theirs' }, neighbour)
    await world.echoBot.delete('/bot_storage')
    expect(await kept(neighbour)).toEqual({ a: 'theirs' })
  })

  it('Key does not exist., and nothing is deleted', async () => {
    await put({ a: '1' })
    const msg = 'Key does not exist.'
    expect(await world.echoBot.get('/bot_storage', { keys: ['a', 'x'] })).toMatchObject({
      status: 400,
      body: { msg },
    })
    expect(await world.echoBot.delete('/bot_storage', { keys: ['a', 'x'] })).toMatchObject({
      status: 400,
      body: { msg },
    })
    expect(await kept()).toEqual({ a: '1' })
  })

  it('refuses what is no dictionary of texts', async () => {
    await refused(['a'], 'storage is not a dict')
    await refused({ a: 1 }, 'storage contains a value that is not a string')
    await refused({ a: 'x\0' }, 'storage must not contain null bytes')
    await refused({ ['k'.repeat(256)]: '' }, 'A key of storage is too long (limit: 255 characters)')
    expect((await world.echoBot.put('/bot_storage')).body).toMatchObject({ var_name: 'storage' })
    expect((await world.echoBot.get('/bot_storage', { keys: '7' })).body.msg).toBe('keys is not a list')
  })

  it('a million bytes and a thousand keys at most, old and new together', async () => {
    await put({ a: 'x'.repeat(600_000) })
    await refused({ b: 'x'.repeat(399_999) }, 'Bot storage quota exceeded (limit: 1000000 bytes)')
    expect((await put({ a: 'x'.repeat(999_999) })).status).toBe(200)
    await world.echoBot.delete('/bot_storage')
    expect(
      (await put(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}`, ''])))).status,
    ).toBe(200)
    await refused({ more: '' }, 'Bot storage quota exceeded (limit: 1000 keys)')
    expect((await put({ 7: 'again' })).status).toBe(200)
  })

  it('only for bots, and not for incoming webhook bots', async () => {
    for (const client of [world.ada, world.gus]) {
      for (const answer of [
        await client.get('/bot_storage'),
        await put({ a: '1' }, client),
        await client.delete('/bot_storage'),
      ]) {
        expect(answer).toMatchObject({ status: 400, body: { msg: 'This endpoint is only for bots.' } })
      }
    }
    expect((await put({ a: '1' }, world.hookBot)).status).toBe(401)
    expect((await put({ a: '1' }, world.nobody)).status).toBe(401)
  })
})
