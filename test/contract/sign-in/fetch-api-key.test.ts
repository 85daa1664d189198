import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { changeRealm } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

const password = 'correct horse: battery & staple'

describe.each(engines)('Fetch an API key on %s', (engine) => {
  let world: World
  let passwordHash: string
  beforeAll(async () => {
    world = await startWorld(engine)
    passwordHash = await hashPassword(password)
    const { ada, gus } = world.demo.people
    for (const user of [ada, gus, world.demo.bots.echoBot, world.demo.bots.hookBot]) await givePassword(user)
  })
  afterAll(() => world.stop())

  const givePassword = (user: { realm_id: number; id: number }) =>
    world.chat.database.write(user.realm_id, {
      work: ({ db }) => usersTable.update(db, user, { password_hash: passwordHash }),
    })
  const join = async (name: string) =>
    (
      await createUser(world.chat, world.demo.realm, {
        email: `${name}@example.com`,
        fullName: name,
        passwordHash,
      })
    ).user
  const fetchKey = (username: string, given = password, client = world.nobody) =>
    client.post('/fetch_api_key', { username, password: given })
  const incorrect = {
    result: 'error',
    msg: 'Your username or password is incorrect.',
    code: 'AUTHENTICATION_FAILED',
    reason: 'incorrect_creds',
  }
  const refuses = async (username: string, given = password, client = world.nobody) => {
    const { status, body } = await fetchKey(username, given, client)
    expect(body).toEqual(incorrect)
    expect(status).toBe(403)
  }

  it('the right password: api_key, email, user_id; the key works and is the one that it was', async () => {
    const { status, body } = await fetchKey('ada@example.com')
    expect(status).toBe(200)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      api_key: world.ada.credentials!.key,
      email: 'ada@example.com',
      user_id: world.demo.people.ada.id,
    })
    const client = new ApiClient(world.app, { email: body.email, key: body.api_key })
    expect((await client.get('/users/me')).body.email).toBe('ada@example.com')
  })

  it('username | in any case, with blanks around', async () => {
    expect((await fetchKey(' ADA@Example.com ')).status).toBe(200)
  })

  it('a guest can sign in, too', async () => {
    expect((await fetchKey('gus@example.com')).body.email).toBe('gus@example.com')
  })

  it('a multipart form, as clients of the family send it', async () => {
    const { status, body } = await world.nobody.upload('/fetch_api_key', {
      username: 'ada@example.com',
      password,
    })
    expect(status).toBe(200)
    expect(body.email).toBe('ada@example.com')
  })

  it('a wrong password: 403', async () => {
    await refuses('ada@example.com', 'wrong')
    await refuses('ada@example.com', '')
  })

  it('an unknown account: the same answer', async () => {
    await refuses('stranger@example.com')
    await refuses('no address at all')
    await refuses('')
  })

  it('an account without a password: the same answer', async () => {
    await refuses('ben@example.com', '')
    await refuses('ben@example.com', 'wrong')
  })

  it('bots cannot sign in by password', async () => {
    await refuses('echo-bot@example.com')
    await refuses('hook-bot@example.com')
    await refuses('notification-bot@switchboard.invalid', '')
  })

  it('deactivated: only people with the right password learn it', async () => {
    await deactivateUser(world.chat, await join('former'))
    const { status, body } = await fetchKey('former@example.com')
    expect(status).toBe(403)
    expect(body).toEqual({
      result: 'error',
      msg: 'Your account has been disabled.',
      code: 'USER_DEACTIVATED',
      reason: 'user disable',
    })
    await refuses('former@example.com', 'wrong')
  })

  it('somebody of another organization: not on this host', async () => {
    const other = await foundOrganization(world, 'other.example.com')
    await givePassword(other.people.member)
    await refuses('member@other.example.com')
    const there = world.nobody.with({ host: 'other.example.com' })
    expect((await fetchKey('member@other.example.com', password, there)).status).toBe(200)
    await refuses('ada@example.com', password, there)
  })

  it('the organization is deactivated: 403', async () => {
    const closed = await foundOrganization(world, 'closed.example.com')
    await givePassword(closed.people.member)
    await changeRealm(world, closed.realm, { deactivated: 1 })
    const there = world.nobody.with({ host: 'closed.example.com' })
    const { status, body } = await fetchKey('member@closed.example.com', password, there)
    expect(status).toBe(403)
    expect(body).toEqual({
      result: 'error',
      msg: 'This organization has been deactivated.',
      code: 'REALM_DEACTIVATED',
      reason: 'realm deactivated',
    })
  })

  it.each(['username', 'password'])('%s | required: missing is an error that names it', async (name) => {
    const given: Record<string, string> = { username: 'ada@example.com', password }
    delete given[name]
    const { status, body } = await world.nobody.post('/fetch_api_key', given)
    expect(status).toBe(400)
    expect(body).toEqual({
      result: 'error',
      msg: `Missing '${name}' argument`,
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: name,
    })
  })

  it('a root domain without an organization: Invalid subdomain', async () => {
    await changeRealm(world, world.demo.realm, { host: 'acme.example.com' })
    try {
      const { status, body } = await fetchKey('ada@example.com')
      expect(status).toBe(400)
      expect(body).toEqual({ result: 'error', msg: 'Invalid subdomain', code: 'BAD_REQUEST' })
    } finally {
      await changeRealm(world, world.demo.realm, { host: '' })
    }
  })
})
