import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { rotateApiKey } from '../../../src/chat/accounts/rotate-api-key.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { changeRealm } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Authentication on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const withHeader = (authorization: string) =>
    world.nobody.with({ authorization }).raw({ method: 'GET', url: '/users/me' })
  const refusedWith = (
    answer: { status: number; headers: Record<string, unknown>; body: unknown },
    msg: string,
    code = 'UNAUTHORIZED',
  ) => {
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ result: 'error', msg, code })
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/)
  }
  const badHeader = 'Invalid authorization header for basic auth'

  it('HTTP Basic: username is the email address, password the API key', async () => {
    const { email, key } = world.ada.credentials!
    const answer = await withHeader(`Basic ${encoded(`${email}:${key}`)}`)
    expect(answer.status).toBe(200)
    expect(answer.body.email).toBe('ada@example.com')
  })

  it('HTTP Basic: the scheme and the email address are case-insensitive, blanks around do not matter', async () => {
    const { key } = world.ada.credentials!
    const answer = await withHeader(`bASIC ${encoded(` ADA@Example.COM : ${key} `)}`)
    expect(answer.status).toBe(200)
    expect(answer.body.email).toBe('ada@example.com')
  })

  it('HTTP Basic: works for bots', async () => {
    expect((await world.echoBot.get('/users/me')).body.email).toBe('echo-bot@example.com')
  })

  it('no Authorization header: 401 Not logged in', async () => {
    refusedWith(
      await world.nobody.get('/users/me'),
      'Not logged in: API authentication or user session required',
    )
  })

  it.each([
    ['no credentials', 'Basic'],
    ['three tokens', `Basic ${encoded('ada@example.com:x')} more`],
    ['bad base64', 'Basic !!!!'],
    ['no colon', `Basic ${encoded('ada@example.com')}`],
    ['two colons', `Basic ${encoded('ada@example.com:x:y')}`],
  ])('header malformed, %s: 401', async (_what, header) => {
    refusedWith(await withHeader(header), badHeader)
  })

  it('scheme not Basic: 400 This endpoint requires HTTP basic authentication.', async () => {
    const answer = await withHeader('Bearer abcdef')
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'This endpoint requires HTTP basic authentication.',
      code: 'BAD_REQUEST',
    })
  })

  it('unknown key: 401 Invalid API key', async () => {
    const stranger = new ApiClient(world.app, { email: 'ada@example.com', key: 'x'.repeat(32) })
    refusedWith(await stranger.get('/users/me'), 'Invalid API key', 'INVALID_API_KEY')
  })

  it('key of another email: 401 Invalid API key', async () => {
    const { key } = world.ben.credentials!
    const mixed = new ApiClient(world.app, { email: 'ada@example.com', key })
    refusedWith(await mixed.get('/users/me'), 'Invalid API key', 'INVALID_API_KEY')
  })

  it('an old key after rotation: 401 Invalid API key; the new one works', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'kim@example.com',
      fullName: 'Kim Key',
    })
    const before = world.as(user)
    expect((await before.get('/users/me')).status).toBe(200)
    const key = await rotateApiKey(world.chat, user)
    refusedWith(await before.get('/users/me'), 'Invalid API key', 'INVALID_API_KEY')
    const after = new ApiClient(world.app, { email: user.email, key })
    expect((await after.get('/users/me')).status).toBe(200)
  })

  it('deactivated account: 401 Account is deactivated', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'leo@example.com',
      fullName: 'Leo Left',
    })
    const leo = world.as(user)
    expect((await leo.get('/users/me')).status).toBe(200)
    await deactivateUser(world.chat, user)
    refusedWith(await leo.get('/users/me'), 'Account is deactivated', 'USER_DEACTIVATED')
  })

  it('deactivated organization: 401 This organization has been deactivated', async () => {
    const { realm, member } = await foundOrganization(world, 'closed.example.com')
    expect((await member.get('/users/me')).status).toBe(200)
    await changeRealm(world, realm, { deactivated: 1 })
    refusedWith(await member.get('/users/me'), 'This organization has been deactivated', 'REALM_DEACTIVATED')
  })

  it('wrong host: 401 Account is not associated with this subdomain', async () => {
    const other = await foundOrganization(world, 'second.example.com')
    const msg = 'Account is not associated with this subdomain'
    refusedWith(await world.ada.with({ host: 'second.example.com' }).get('/users/me'), msg)
    refusedWith(await other.member.with({ host: 'chat.example.com' }).get('/users/me'), msg)
    expect((await other.member.with({ host: 'SECOND.example.com:9991' }).get('/users/me')).status).toBe(200)
  })

  it('an organization does not see anything of another', async () => {
    const { member, people } = await foundOrganization(world, 'third.example.com')
    const { body: users } = await member.get('/users')
    expect(users.members.map((one: { email: string }) => one.email)).toEqual([
      people.chief.email,
      people.member.email,
    ])
    const { body: streams } = await member.get('/streams')
    expect(streams.streams.map((one: { name: string }) => one.name)).toEqual(['general'])
  })

  it.each([
    ['GET', '/users/me'],
    ['GET', '/users'],
    ['GET', '/streams'],
    ['GET', '/users/me/subscriptions'],
    ['POST', '/users/me/subscriptions'],
    ['DELETE', '/users/me/subscriptions'],
    ['PATCH', '/users/me/subscriptions/muted_topics'],
    ['POST', '/register'],
    ['GET', '/events'],
    ['DELETE', '/events'],
  ] as const)('incoming webhook bot on %s %s: 401, and without credentials 401 too', async (method, path) => {
    refusedWith(await world.hookBot.call(method, path), 'This API is not available to incoming webhook bots.')
    refusedWith(
      await world.nobody.call(method, path),
      'Not logged in: API authentication or user session required',
    )
  })

  it('incoming webhook bot on POST /messages: allowed', async () => {
    const answer = await world.hookBot.post('/messages', {
      type: 'stream',
      to: 'test',
      topic: 'hook',
      content: 'Hi',
    })
    expect(answer.status).toBe(200)
  })

  it('GET /server_settings and POST /dev_fetch_api_key require no authentication', async () => {
    expect((await world.nobody.get('/server_settings')).status).toBe(200)
    const answer = await world.nobody.post('/dev_fetch_api_key', { username: 'ada@example.com' })
    expect(answer.status).toBe(200)
  })

  it('GET /server_settings answers whatever credentials are sent', async () => {
    const stranger = new ApiClient(world.app, { email: 'ada@example.com', key: 'wrong' })
    expect((await stranger.get('/server_settings')).status).toBe(200)
  })

  it('credentials are asked for before the arguments are looked at', async () => {
    expect((await world.nobody.post('/users/me/subscriptions', { subscriptions: 'x' })).status).toBe(401)
  })
})
