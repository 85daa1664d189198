import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { browserOf, signIn } from './browser.ts'

const password = 'correct horse battery staple'

describe.each(engines)('Sessions on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
    const { ada, gus } = world.demo.people
    const password_hash = await hashPassword(password)
    for (const { realm_id, id } of [ada, gus])
      await world.chat.database.write(realm_id, {
        work: ({ db }) => usersTable.update(db, { realm_id, id }, { password_hash }),
      })
  })
  afterAll(() => world.stop())

  const notLoggedIn = {
    result: 'error',
    msg: 'Not logged in: API authentication or user session required',
    code: 'UNAUTHORIZED',
  }
  const begin = (username: string, given = password) =>
    world.nobody.post('/sessions', { username, password: given })

  it('POST /sessions: user_id, email, csrf_token, and a cookie that scripts cannot read', async () => {
    const answer = await begin('ADA@example.com')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      user_id: world.demo.people.ada.id,
      email: 'ada@example.com',
      csrf_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    })
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^switchboard_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^switchboard_device=[A-Za-z0-9_.-]{90,120}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const { client, token } = browserOf(world.nobody, answer)
    expect((await client.get('/users/me')).body.email).toBe('ada@example.com')
    const rows = await world.chat.database.read.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('POST /sessions with a wrong password: 403, no cookie', async () => {
    const answer = await begin('ada@example.com', 'wrong')
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'Your username or password is incorrect.',
      code: 'AUTHENTICATION_FAILED',
      reason: 'incorrect_creds',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it.each(['username', 'password'])('POST /sessions | %s is required', async (name) => {
    const given: Record<string, string> = { username: 'ada@example.com', password }
    delete given[name]
    expect((await world.nobody.post('/sessions', given)).body).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: name,
    })
  })

  it('POST /dev_sessions: in development without a password', async () => {
    const answer = await world.nobody.post('/dev_sessions', { username: ' Cleo@example.com' })
    expect(answer.body).toMatchObject({ email: 'cleo@example.com', user_id: world.demo.people.cleo.id })
    const { client } = browserOf(world.nobody, answer)
    expect((await client.get('/users/me')).body.email).toBe('cleo@example.com')
  })

  it.each(['echo-bot@example.com', 'notification-bot@switchboard.invalid', 'stranger@example.com'])(
    'POST /dev_sessions for %s: 403 This user is not registered.',
    async (username) => {
      const answer = await world.nobody.post('/dev_sessions', { username })
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({ msg: 'This user is not registered.', reason: 'unregistered' })
      expect(answer.headers['set-cookie']).toBeUndefined()
    },
  )

  it('POST /dev_sessions: an invalid email address gets an error that says so', async () => {
    const answer = await world.nobody.post('/dev_sessions', { username: 'ada' })
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toBe('Enter a valid email address.')
  })

  it('GET /sessions/current: who is signed in, with the same csrf_token', async () => {
    const { client, csrf } = browserOf(world.nobody, await begin('gus@example.com'))
    const answer = await client.get('/sessions/current')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      user_id: world.demo.people.gus.id,
      email: 'gus@example.com',
      full_name: 'Gus Green',
      csrf_token: csrf,
      must_set_up_two_factor: false,
    })
  })

  it('GET /sessions/current without a session: 401 that asks for one', async () => {
    const answer = await world.nobody.get('/sessions/current')
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(notLoggedIn)
    expect(answer.headers['www-authenticate']).toBe('Session realm="switchboard"')
    const withKey = await world.ada.get('/sessions/current')
    expect(withKey.status).toBe(401)
    expect(withKey.body).toEqual(notLoggedIn)
  })

  it('a cookie that is none of ours: 401 that asks for a session, also elsewhere', async () => {
    for (const value of ['x'.repeat(43), 'short', '']) {
      const answer = await world.nobody.with({ cookie: `switchboard_session=${value}` }).get('/users/me')
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual(notLoggedIn)
      expect(answer.headers['www-authenticate']).toBe('Session realm="switchboard"')
    }
  })

  it('DELETE /sessions/current: ends it and clears the cookie', async () => {
    const { client } = await signIn(world.nobody, 'ben@example.com')
    const other = await signIn(world.nobody, 'ben@example.com')
    const answer = await client.delete('/sessions/current')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    expect(answer.headers['set-cookie']).toBe(
      'switchboard_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    )
    expect((await client.get('/users/me')).status).toBe(401)
    expect((await other.client.get('/users/me')).status).toBe(200)
    expect((await world.ben.get('/users/me')).status).toBe(200)
  })

  it('DELETE /sessions/current with a key: there is none to end', async () => {
    expect((await world.ben.delete('/sessions/current')).status).toBe(401)
  })

  it('GET /sessions: one’s own, the last used first; DELETE /sessions/:session_id ends one', async () => {
    const { client } = await signIn(world.nobody.with({ 'user-agent': 'Firefox/130' }), 'cleo@example.com')
    world.clock.advance(5)
    const phone = await signIn(world.nobody.with({ 'user-agent': 'Phone/2' }), 'cleo@example.com')
    const { sessions } = (await client.get('/sessions')).body
    expect(sessions.slice(0, 2)).toEqual([
      {
        id: expect.any(Number),
        created_at: expect.any(Number),
        last_seen: expect.any(Number),
        user_agent: 'Phone/2',
        address: '127.0.0.1',
        current: false,
      },
      {
        id: expect.any(Number),
        created_at: expect.any(Number),
        last_seen: expect.any(Number),
        user_agent: 'Firefox/130',
        address: '127.0.0.1',
        current: true,
      },
    ])
    // A second may have begun in between.
    expect([5, 6]).toContain(sessions[0].created_at - sessions[1].created_at)
    expect((await world.cleo.get('/sessions')).body.sessions[1]).toMatchObject({ current: false })
    expect((await world.gus.get('/sessions')).body.sessions).not.toContainEqual(
      expect.objectContaining({ user_agent: 'Phone/2' }),
    )
    expect((await client.delete(`/sessions/${sessions[0].id}`)).body).toEqual({ result: 'success', msg: '' })
    expect((await phone.client.get('/users/me')).status).toBe(401)
    expect((await client.get('/users/me')).status).toBe(200)
  })

  it('DELETE /sessions/:session_id of somebody else, or of none: Invalid session ID', async () => {
    const { client } = await signIn(world.nobody, 'ben@example.com')
    const id = (await client.get('/sessions')).body.sessions[0].id
    for (const path of [`/sessions/${id}`, '/sessions/987654']) {
      const answer = await world.ada.delete(path)
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ result: 'error', msg: 'Invalid session ID', code: 'BAD_REQUEST' })
    }
    expect((await client.get('/users/me')).status).toBe(200)
    expect((await world.ada.delete('/sessions/mine')).body.msg).toBe("Bad value for 'session_id': mine")
  })

  it('bots have no sessions to list or to end', async () => {
    for (const answer of [await world.echoBot.get('/sessions'), await world.echoBot.delete('/sessions/1')])
      expect(answer.body.msg).toBe('This endpoint does not accept bot requests.')
    expect((await world.hookBot.get('/sessions')).status).toBe(401)
  })
})
