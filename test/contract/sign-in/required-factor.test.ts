import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import type { Role } from '../../../src/chat/identity/users/users-table.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { totpCode } from '../../../src/platform/secrets/totp.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { StreamClient } from '../../harness/stream-client.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from './browser.ts'

const password = 'correct horse'
const refused = { code: 'TWO_FACTOR_SETUP_REQUIRED', reason: 'two factor setup required' }

describe.each(engines)('A required second factor on %s', (engine) => {
  let world: World
  let url: string
  let passwordHash: string
  beforeAll(async () => {
    world = await startWorld(engine)
    url = await world.app.listen({ port: 0, host: '127.0.0.1' })
    passwordHash = await hashPassword(password)
  })
  afterAll(() => world.stop())

  async function join(name: string, role: Role = 'member') {
    const person = { email: `${name}@example.com`, fullName: name, passwordHash, role }
    const { user, apiKey } = await createUser(world.chat, world.demo.realm, person)
    return { user, email: user.email, client: new ApiClient(world.app, { email: user.email, key: apiKey }) }
  }
  async function setUp(client: ApiClient): Promise<string> {
    const { body } = await client.post('/users/me/two_factor', { password })
    world.clock.advance(30)
    const code = totpCode(body.secret, world.clock.now() / 1000)
    expect((await client.post('/users/me/two_factor/confirm', { code })).status).toBe(200)
    return body.secret
  }
  const require = (policy: number, client = world.ada) =>
    client.patch('/realm', { two_factor_required_for: policy })

  it('begins with the administrator who requires it', async () => {
    const { client } = await join('chief', 'administrator')
    expect((await require(2, client)).body.msg).toBe(
      'Set up two-factor authentication for your own account first.',
    )
    await setUp(client)
    expect((await require(2, client)).body.two_factor_required_for).toBe(2)
    const { body } = await client.post('/register', { fetch_event_types: ['realm'] })
    expect(body.realm_two_factor_required_for).toBe(2)
    expect((await require(1, client)).status).toBe(200)
  })

  it('ends sessions and streams of people without one, who set it up before anything else', async () => {
    const { client, email } = await join('late')
    const guest = await join('visitor', 'guest')
    const { client: session } = await signIn(world.nobody, email)
    const { queueId } = await watch(client, ['message'])
    const stream = await StreamClient.open(url, client, { queue_id: queueId, last_event_id: -1 })
    expect((await require(3)).status).toBe(200)
    await expect.poll(() => stream.isClosed).toBe(true)
    expect(stream.end).toMatchObject({ reason: 'signed_out' })
    expect((await session.get('/users/me')).status).toBe(401)

    expect((await client.get('/users/me')).body).toMatchObject(refused)
    expect((await client.get('/users/me')).status).toBe(403)
    expect((await client.get('/events', { queue_id: queueId, last_event_id: -1 })).body.code).toBe(
      refused.code,
    )
    const fetched = await world.nobody.post('/fetch_api_key', { username: email, password })
    expect(fetched.body).toMatchObject(refused)
    expect(fetched.body.api_key).toBeUndefined()
    const { client: fresh } = await signIn(world.nobody, email)
    expect((await fresh.get('/sessions/current')).body).toMatchObject({ must_set_up_two_factor: true })
    for (const path of ['/users/me', '/messages', '/workspace', '/sessions', '/users/me/two_factor/none']) {
      expect([403, 404], path).toContain((await fresh.get(path)).status)
    }
    expect((await fresh.post('/register')).body).toMatchObject(refused)

    await setUp(fresh)
    expect((await fresh.get('/sessions/current')).body).toMatchObject({ must_set_up_two_factor: false })
    expect((await fresh.post('/register')).status).toBe(200)
    expect((await client.get('/users/me')).status).toBe(200)
    // Not of others: guests, bots, and people without a password, such as Ada.
    for (const other of [guest.client, world.ada, world.echoBot]) {
      expect((await other.get('/users/me')).status).toBe(200)
    }
    expect((await require(1)).status).toBe(200)
  })

  it('cannot be switched off by its owner; an administrator removes it, and it is set up again', async () => {
    const { client, user, email } = await join('owner')
    const secret = await setUp(client)
    expect((await require(4)).status).toBe(200)
    world.clock.advance(30)
    const off = await client.delete('/users/me/two_factor', {
      password,
      code: totpCode(secret, world.clock.now() / 1000),
    })
    expect(off.body.msg).toBe('Your organization requires two-factor authentication of you.')
    expect((await client.get('/users/me')).status).toBe(200)
    expect((await world.ada.delete(`/users/${user.id}/two_factor`)).status).toBe(200)
    expect((await client.get('/users/me')).body).toMatchObject(refused)
    const { client: session } = await signIn(world.nobody, email)
    await setUp(session)
    expect((await client.get('/users/me')).status).toBe(200)
    expect((await require(1)).status).toBe(200)
  })

  it('comes with a role', async () => {
    const { client, user } = await join('riser')
    expect((await require(2)).status).toBe(200)
    const { queueId } = await watch(client, ['message'])
    const stream = await StreamClient.open(url, client, { queue_id: queueId, last_event_id: -1 })
    expect((await client.get('/users/me')).status).toBe(200)
    expect((await world.ada.patch(`/users/${user.id}`, { role: 200 })).status).toBe(200)
    await expect.poll(() => stream.isClosed).toBe(true)
    expect((await client.get('/users/me')).body).toMatchObject(refused)
    expect((await world.ada.patch(`/users/${user.id}`, { role: 400 })).status).toBe(200)
    expect((await client.get('/users/me')).status).toBe(200)
    expect((await require(1)).status).toBe(200)
  })
})
