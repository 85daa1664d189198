import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from './browser.ts'

const path = '/users/me/api_key/regenerate'

describe.each(engines)('Get a new API key on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('the new key works, the old one stops at once', async () => {
    const { status, body } = await world.ben.post(path)
    expect(status).toBe(200)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    })
    expect(body.api_key).not.toBe(world.ben.credentials!.key)
    const old = await world.ben.get('/users/me')
    expect(old.status).toBe(401)
    expect(old.body.code).toBe('INVALID_API_KEY')
    const ben = new ApiClient(world.app, { email: 'ben@example.com', key: body.api_key })
    expect((await ben.get('/users/me')).body.email).toBe('ben@example.com')
  })

  it('ends nothing else: sessions and event queues stay', async () => {
    const browser = await signIn(world.nobody, 'cleo@example.com')
    const queue = await watch(browser.client, ['message'])
    const { body } = await browser.client.post(path)
    expect((await browser.client.get('/users/me')).body.email).toBe('cleo@example.com')
    const cleo = new ApiClient(world.app, { email: 'cleo@example.com', key: body.api_key })
    await cleo.post('/messages', { type: 'private', to: ['cleo@example.com'], content: 'still here' })
    expect(await queue.news()).toMatchObject([
      { type: 'message', message: { sender_email: 'cleo@example.com' } },
    ])
  })

  it('a guest may, too', async () => {
    expect((await world.gus.post(path)).status).toBe(200)
  })

  it('bots: This endpoint does not accept bot requests.', async () => {
    const { status, body } = await world.echoBot.post(path)
    expect(status).toBe(400)
    expect(body).toEqual({
      result: 'error',
      msg: 'This endpoint does not accept bot requests.',
      code: 'BAD_REQUEST',
    })
    expect((await world.hookBot.post(path)).status).toBe(401)
    expect((await world.echoBot.get('/users/me')).status).toBe(200)
  })
})
