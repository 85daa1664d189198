import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
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

  it('password | required from sessions that signed in a while ago; a key and a new session have proved themselves', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'pam@example.com',
      fullName: 'Pam',
      passwordHash: await hashPassword('the password'),
    })
    const { client: thief } = await signIn(world.nobody, 'pam@example.com')
    const pam = world.as(user)
    world.clock.advance(600)
    const missing = await thief.post(path)
    expect(missing.status).toBe(400)
    expect(missing.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'password' })
    for (const client of [thief, pam]) {
      const wrong = await client.post(path, { password: 'a guess' })
      expect(wrong.body).toEqual({ result: 'error', msg: 'Wrong password!', code: 'BAD_REQUEST' })
    }
    expect((await pam.get('/users/me')).status).toBe(200)
    const { body } = await thief.post(path, { password: 'the password' })
    const renewed = new ApiClient(world.app, { email: 'pam@example.com', key: body.api_key })
    const again = (await renewed.post(path)).body.api_key
    expect((await renewed.get('/users/me')).status).toBe(401)
    const { client: fresh } = await signIn(world.nobody, 'pam@example.com')
    const last = new ApiClient(world.app, {
      email: 'pam@example.com',
      key: (await fresh.post(path)).body.api_key,
    })
    expect((await last.get('/users/me')).status).toBe(200)
    expect(last.credentials!.key).not.toBe(again)
  })

  it('password | guesses are limited for each session, also many at once; they lock nobody else', async () => {
    await createUser(world.chat, world.demo.realm, {
      email: 'sue@example.com',
      fullName: 'Sue',
      passwordHash: await hashPassword('the password'),
    })
    const [thief, sue] = [
      await signIn(world.nobody, 'sue@example.com'),
      await signIn(world.nobody, 'sue@example.com'),
    ]
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => thief.client.post(path, { password: 'a guess' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(400), ...Array(4).fill(429)])
    expect((await thief.client.post(path, { password: 'the password' })).status).toBe(429)
    expect((await sue.client.post(path, { password: 'the password' })).status).toBe(200)
    const given = { username: 'sue@example.com', password: 'the password' }
    expect((await world.nobody.post('/fetch_api_key', given)).status).toBe(200)
  })

  it('a guest gets one, too', async () => {
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
