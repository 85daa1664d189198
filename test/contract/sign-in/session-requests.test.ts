import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { type Browser, browserOf, signIn } from './browser.ts'

describe.each(engines)('Requests with a session on %s', (engine) => {
  let world: World
  let ben: Browser
  beforeAll(async () => {
    world = await startWorld(engine)
    ben = await signIn(world.nobody, 'ben@example.com')
  })
  afterAll(() => world.stop())

  const forged = (reason: string) => ({
    result: 'error',
    msg: `CSRF Error: ${reason}`,
    code: 'CSRF_FAILED',
    reason,
  })
  const noToken = forged('CSRF token missing or incorrect.')
  const otherSite = forged('The request comes from another site.')
  const message = { type: 'stream', to: 'test', topic: 'sessions', content: 'hello' }
  const newest = async () =>
    (await world.ben.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).body.messages[0]

  it('the cookie is good in place of a key; what they send is from the website and read', async () => {
    const { status, body } = await ben.client.post('/messages', message)
    expect(status).toBe(200)
    expect(await newest()).toMatchObject({
      id: body.id,
      client: 'website',
      sender_email: 'ben@example.com',
      flags: ['read'],
    })
  })

  it('client | a stated one wins', async () => {
    await ben.client.post('/messages', { ...message, client: 'importer' })
    expect(await newest()).toMatchObject({ client: 'importer', flags: [] })
  })

  it.each([
    ['without X-CSRFToken', undefined],
    ['with an empty one', ''],
    ['with a wrong one', 'x'.repeat(43)],
  ])('a call that changes something %s: 403 CSRF_FAILED, and nothing is done', async (_what, token) => {
    const before = await newest()
    const client = world.nobody.with({
      cookie: ben.cookie,
      ...(token !== undefined && { 'x-csrftoken': token }),
    })
    const answer = await client.post('/messages', message)
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(noToken)
    expect(await newest()).toEqual(before)
  })

  it('X-CSRFToken of another session is a wrong one', async () => {
    const other = await signIn(world.nobody, 'ben@example.com')
    expect(other.csrf).not.toBe(ben.csrf)
    const client = world.nobody.with({ cookie: ben.cookie, 'x-csrftoken': other.csrf })
    expect((await client.post('/messages', message)).body).toEqual(noToken)
  })

  it.each(['PATCH', 'PUT', 'DELETE', 'POST'] as const)(
    '%s needs the token, for every `method`',
    async (verb) => {
      const client = world.nobody.with({ cookie: ben.cookie })
      const path = verb === 'PATCH' ? '/users/me/subscriptions/muted_topics' : '/users/me/subscriptions'
      const answer = await client.call('POST', path, { method: verb, subscriptions: [] })
      // There is no PUT here: an unsupported method is refused before anything else.
      expect(answer.status).toBe(verb === 'PUT' ? 405 : 403)
      if (verb !== 'POST' && verb !== 'PUT') expect((await client.call(verb, path)).body).toEqual(noToken)
    },
  )

  it('GET and HEAD need none', async () => {
    const client = world.nobody.with({ cookie: ben.cookie })
    expect((await client.get('/users/me')).body.email).toBe('ben@example.com')
    expect((await client.raw({ method: 'HEAD', url: '/users/me' })).status).toBe(200)
  })

  it.each([
    'https://evil.example.com',
    'null',
    'http://chat.example.com.evil.com',
    'http://other.example.com',
  ])('Origin %s is another site: 403, also for reading and with the token', async (origin) => {
    const client = ben.client.with({ origin, host: 'chat.example.com' })
    for (const answer of [await client.get('/users/me'), await client.post('/messages', message)]) {
      expect(answer.status).toBe(403)
      expect(answer.body).toEqual(otherSite)
    }
    const begin = await world.nobody.with({ origin }).post('/dev_sessions', { username: 'ada@example.com' })
    expect(begin.body).toEqual(otherSite)
    expect(begin.headers['set-cookie']).toBeUndefined()
  })

  it.each([
    ['http://chat.example.com', 'chat.example.com'],
    ['http://chat.example.com', '10.0.0.7:9991'],
    ['http://localhost:9991', 'localhost:9991'],
    ['https://localhost:9991', 'localhost:9991'],
  ])('Origin %s at host %s is our own', async (origin, host) => {
    expect((await ben.client.with({ origin, host }).post('/messages', message)).status).toBe(200)
  })

  it('with an Authorization header the cookie does not count', async () => {
    const { email, key } = world.ada.credentials!
    const both = new ApiClient(world.app, { email, key }, { cookie: ben.cookie })
    expect((await both.get('/users/me')).body.email).toBe('ada@example.com')
    expect((await both.post('/messages', message)).status).toBe(200)
    const wrong = new ApiClient(world.app, { email, key: 'x' }, { cookie: ben.cookie })
    expect((await wrong.get('/users/me')).status).toBe(401)
  })

  it('the cookie stands among others', async () => {
    const cookie = `theme=dark; ${ben.cookie}; a=b`
    expect((await world.nobody.with({ cookie }).get('/users/me')).status).toBe(200)
  })

  it('an event queue: register, wait, delete', async () => {
    const registered = await ben.client.post('/register', { event_types: ['message'] })
    const { queue_id } = registered.body
    const waiting = ben.client.get('/events', { queue_id, last_event_id: -1 })
    await world.ada.post('/messages', { ...message, content: 'wake up' })
    const { body } = await waiting
    expect(body.events).toMatchObject([{ type: 'message', message: { content: 'wake up' } }])
    const other = await signIn(world.nobody, 'cleo@example.com')
    expect((await other.client.get('/events', { queue_id, last_event_id: -1 })).status).toBe(400)
    expect((await ben.client.delete('/events', { queue_id })).status).toBe(200)
  })

  it('permissions are those of the person: guests, administrators', async () => {
    const gus = await signIn(world.nobody, 'gus@example.com')
    expect((await gus.client.get('/streams')).body.msg).toBe((await world.gus.get('/streams')).body.msg)
    expect((await gus.client.post('/messages', message)).body.msg).toContain('test')
    const ada = await signIn(world.nobody, 'ada@example.com')
    expect((await ada.client.get('/users/me')).body.is_admin).toBe(true)
  })

  it('the session of one organization on the host of another: 401', async () => {
    const other = await foundOrganization(world, 'other.example.com')
    const there = world.nobody.with({ host: 'other.example.com' })
    const member = browserOf(
      there,
      await there.post('/dev_sessions', { username: 'member@other.example.com' }),
    )
    expect((await member.client.get('/users/me')).body.user_id).toBe(other.people.member.id)
    for (const client of [ben.client.with({ host: 'other.example.com' }), member.client.with({ host: '' })]) {
      const answer = await client.get('/users/me')
      expect(answer.status).toBe(401)
      expect(answer.body.msg).toBe('Account is not associated with this subdomain')
    }
    expect((await there.post('/dev_sessions', { username: 'ben@example.com' })).status).toBe(403)
  })

  it('clients never get sessions_ended: it is for processes of the server only', async () => {
    const registered = await world.ada.post('/register', { event_types: ['sessions_ended'] })
    const { client } = await signIn(world.nobody, 'ada@example.com')
    await client.delete('/sessions/current')
    const { queue_id } = registered.body
    const answer = await world.ada.get('/events', { queue_id, last_event_id: -1, dont_block: true })
    expect(answer.body.events).toEqual([])
  })
})

describe.each(engines)('Sessions of a server with TLS on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, { PUBLIC_URL: 'https://chat.example.com' })
  })
  afterAll(() => world.stop())

  it('the cookie is for this host over TLS only', async () => {
    const answer = await world.nobody.post('/dev_sessions', { username: 'ada@example.com' })
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-switchboard_session=[^;]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/,
    )
    const { client, token } = browserOf(world.nobody, answer)
    expect((await client.get('/users/me')).status).toBe(200)
    const plain = world.nobody.with({ cookie: `switchboard_session=${token}` })
    expect((await plain.get('/users/me')).status).toBe(401)
  })

  it('the same host without TLS is another site', async () => {
    const { client } = await signIn(world.nobody, 'ada@example.com')
    const host = 'chat.example.com'
    expect((await client.with({ host, origin: `http://${host}` }).get('/users/me')).status).toBe(403)
    expect((await client.with({ host, origin: `https://${host}` }).get('/users/me')).status).toBe(200)
  })
})
