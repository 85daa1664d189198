import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { changeRealm } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Fetch a development API key on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const fetchKey = (username: string, client = world.nobody) =>
    client.post('/dev_fetch_api_key', { username })

  it('Response: api_key, email, msg, result; the key works', async () => {
    const { status, body } = await fetchKey('ada@example.com')
    expect(status).toBe(200)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      email: 'ada@example.com',
    })
    const client = new ApiClient(world.app, { email: body.email, key: body.api_key })
    expect((await client.get('/users/me')).body.email).toBe('ada@example.com')
  })

  it('the same key twice: asking never changes it', async () => {
    const first = await fetchKey('ben@example.com')
    const second = await fetchKey(' BEN@example.com ')
    expect(second.body).toEqual(first.body)
    expect(first.body.api_key).toBe(world.ben.credentials!.key)
  })

  it('username | required: missing is an error that names it', async () => {
    const { status, body } = await world.nobody.post('/dev_fetch_api_key')
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'username' })
  })

  it('unknown: 403 This user is not registered.', async () => {
    const { status, body } = await fetchKey('stranger@example.com')
    expect(status).toBe(403)
    expect(body).toEqual({
      result: 'error',
      msg: 'This user is not registered.',
      code: 'AUTHENTICATION_FAILED',
      reason: 'unregistered',
    })
  })

  it('the notification bot has no key for anybody', async () => {
    expect((await fetchKey('notification-bot@switchboard.invalid')).status).toBe(403)
  })

  it.each(['ada', '', '@example.com', 'a b@example.com'])(
    'bad email format %j: 400 Enter a valid email address.',
    async (username) => {
      const { status, body } = await fetchKey(username)
      expect(status).toBe(400)
      expect(body).toEqual({ result: 'error', msg: 'Enter a valid email address.', code: 'BAD_REQUEST' })
    },
  )

  it('deactivated account: 403 Your account has been disabled.', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'mia@example.com',
      fullName: 'Mia Moss',
    })
    await deactivateUser(world.chat, user)
    const { status, body } = await fetchKey('mia@example.com')
    expect(status).toBe(403)
    expect(body).toEqual({
      result: 'error',
      msg: 'Your account has been disabled.',
      code: 'AUTHENTICATION_FAILED',
      reason: 'user disable',
    })
  })

  it('organizations by host: a user of another one is unknown, a deactivated one refuses', async () => {
    const { realm } = await foundOrganization(world, 'shut.example.com')
    const there = world.nobody.with({ host: 'shut.example.com' })
    expect((await fetchKey('chief@shut.example.com')).status).toBe(403)
    expect((await fetchKey('chief@shut.example.com', there)).status).toBe(200)
    await changeRealm(world, realm, { deactivated: 1 })
    const { status, body } = await fetchKey('chief@shut.example.com', there)
    expect(status).toBe(403)
    expect(body).toEqual({
      result: 'error',
      msg: 'This organization has been deactivated.',
      code: 'AUTHENTICATION_FAILED',
      reason: 'realm deactivated',
    })
  })

  it('available only on development servers: 400 Dev environment not enabled. in production', async () => {
    const production = await startWorld(engine, { SERVER_MODE: 'production' })
    try {
      for (const username of ['ada@example.com', 'stranger@example.com']) {
        const { status, body } = await fetchKey(username, production.nobody)
        expect(status).toBe(400)
        expect(body).toEqual({ result: 'error', msg: 'Dev environment not enabled.', code: 'BAD_REQUEST' })
      }
    } finally {
      await production.stop()
    }
  })
})
