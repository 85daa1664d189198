import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyPassword } from '../../../src/platform/secrets/hash-password.ts'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const dana = { email: 'dana@example.com', password: 'correct horse', full_name: 'Dana Day' }

describe.each(engines)('Create a user on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const emails = async () =>
    (await world.ada.get('/users')).body.members.map((one: { email: string }) => one.email)
  const refuses = async (args: Arguments, body: object, client = world.ada) => {
    const before = await emails()
    const answer = await client.post('/users', args)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', ...body })
    expect(await emails()).toEqual(before)
  }

  it('an administrator | user_id; a member with this name, address and password, in the default streams', async () => {
    const ben = await watch(world.ben, ['realm_user', 'subscription'])
    const answer = await world.ada.post('/users', { ...dana, short_name: 'dd' })
    expect(answer.body).toEqual({ result: 'success', msg: '', user_id: expect.any(Number) })
    const { user } = (await world.ben.get(`/users/${answer.body.user_id}`)).body
    expect(user).toMatchObject({ email: dana.email, full_name: 'Dana Day', role: 400, is_active: true })
    const row = await world.chat.database.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user.user_id)
      .executeTakeFirstOrThrow()
    expect(await verifyPassword(row.password_hash, dana.password)).toBe(true)
    const news = await ben.news()
    expect(news).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id: user.user_id, role: 400 } },
      { type: 'subscription', op: 'peer_add', subscriptions: ['general'], user_id: user.user_id },
    ])
    expect(JSON.stringify(news)).not.toContain(dana.password)
  })

  it.each(['email', 'password', 'full_name'])('%s | required', async (name) => {
    const args: Arguments = { ...dana, email: 'new@example.com' }
    delete args[name]
    await refuses(args, {
      msg: `Missing '${name}' argument`,
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: name,
    })
  })

  it('email | in use already, in any spelling', async () => {
    await refuses(
      { ...dana, email: 'BEN@example.com' },
      { msg: "Email 'BEN@example.com' already in use", code: 'BAD_REQUEST' },
    )
  })

  it('email | a malformed one is refused', async () => {
    await refuses({ ...dana, email: 'nobody' }, { msg: 'Enter a valid email address.', code: 'BAD_REQUEST' })
  })

  it('full_name | empty, or with signs that break mentions', async () => {
    const email = 'new@example.com'
    await refuses({ ...dana, email, full_name: ' ' }, { msg: "Name can't be empty!", code: 'BAD_REQUEST' })
    await refuses(
      { ...dana, email, full_name: 'A*B' },
      { msg: 'Invalid characters in name!', code: 'BAD_REQUEST' },
    )
  })

  it('password | not empty', () =>
    refuses(
      { ...dana, email: 'empty@example.com', password: '' },
      { msg: 'password must not be empty', code: 'BAD_REQUEST' },
    ))

  it('password | one that is too short has to be changed at the first sign-in, by a browser or a program', async () => {
    for (const [path, username] of [
      ['/sessions', 'weak@example.com'],
      ['/fetch_api_key', 'frail@example.com'],
    ] as const) {
      const person = { email: username, password: '1234', full_name: 'Somebody New' }
      expect((await world.ada.post('/users', person)).status).toBe(200)
      const enter = (args: Arguments) => world.nobody.post(path, { username, ...args })
      const asked = await enter({ password: '1234' })
      expect(asked).toMatchObject({ status: 403, body: { code: 'NEW_PASSWORD_REQUIRED' } })
      const wrong = await enter({ password: 'guess', new_password: 'taken over' })
      expect(wrong.body.reason).toBe('incorrect_creds')
      const short = await enter({ password: '1234', new_password: '123456' })
      expect(short.body.msg).toBe('The password must have at least 8 characters.')
      expect((await enter({ password: '1234', new_password: 'long enough' })).status).toBe(200)
      expect((await enter({ password: '1234' })).body.reason).toBe('incorrect_creds')
      expect((await enter({ password: 'long enough', new_password: 'is ignored' })).status).toBe(200)
      expect((await enter({ password: 'long enough' })).status).toBe(200)
    }
  })

  it('password | nobody asks for another one that is long enough, or that was replaced by a reset', async () => {
    await world.ada.post('/users', { ...dana, email: 'late@example.com', password: 'abc' })
    const { user_id: id } = (await world.ada.get('/users/late@example.com')).body.user
    const { reset_link: link } = (await world.ada.post(`/users/${id}/password_reset`)).body
    const token = link.split('/').at(-1)
    await world.nobody.post(`/password_reset/${token}`, { password: 'a better one' })
    const enter = { username: 'late@example.com', password: 'a better one' }
    expect((await world.nobody.post('/sessions', enter)).status).toBe(200)
    const first = { username: dana.email, password: dana.password }
    expect((await world.nobody.post('/sessions', first)).status).toBe(200)
  })

  it('members, guests and bots are refused', async () => {
    for (const client of [world.ben, world.gus, world.echoBot]) {
      await refuses(
        { ...dana, email: 'new@example.com' },
        { msg: 'Must be an organization administrator', code: 'UNAUTHORIZED_PRINCIPAL' },
        client,
      )
    }
  })

  it('the same address in two organizations is two people', async () => {
    const other = await foundOrganization(world, 'twice.example.com')
    const answer = await other.chief.post('/users', { ...dana, email: 'ben@example.com' })
    expect(answer.status).toBe(200)
    expect((await world.ada.get('/users/ben@example.com')).body.user.full_name).toBe('Ben Okri')
  })
})
