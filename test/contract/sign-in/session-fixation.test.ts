import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { browserOf, cookieOf, signIn } from './browser.ts'

describe.each(engines)('A session that somebody else has chosen, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const isSignedIn = async (cookie: string) =>
    (await world.nobody.with({ cookie }).get('/users/me')).status === 200

  it('a made-up token is not taken over by signing in', async () => {
    const planted = `switchboard_session=${'x'.repeat(43)}`
    const victim = await world.nobody.with({ cookie: planted }).post('/dev_sessions', {
      username: 'ben@example.com',
    })
    expect(cookieOf(victim)).toMatch(/^switchboard_session=[\w-]{43}$/)
    expect(cookieOf(victim)).not.toBe(planted)
    expect(await isSignedIn(planted)).toBe(false)
    expect(await isSignedIn(cookieOf(victim))).toBe(true)
  })

  it("an intruder's own session stays the intruder's when a victim signs in over it", async () => {
    const intruder = await signIn(world.nobody, 'gus@example.com')
    const victim = browserOf(
      world.nobody,
      await world.nobody.with({ cookie: intruder.cookie }).post('/dev_sessions', {
        username: 'ada@example.com',
      }),
    )
    expect(victim.cookie).not.toBe(intruder.cookie)
    expect((await victim.client.get('/users/me')).body.email).toBe('ada@example.com')
    expect((await intruder.client.get('/users/me')).body.email).toBe('gus@example.com')
  })

  it('each sign-in has a token and a CSRF token of its own', async () => {
    const [one, other] = [
      await signIn(world.nobody, 'ben@example.com'),
      await signIn(world.nobody, 'ben@example.com'),
    ]
    expect(one.token).not.toBe(other.token)
    expect(one.csrf).not.toBe(other.csrf)
  })

  it('a token in the address or in a form is none', async () => {
    const { token } = await signIn(world.nobody, 'ben@example.com')
    for (const name of ['switchboard_session', 'session', 'token', 'sessionid']) {
      expect((await world.nobody.get('/users/me', { [name]: token })).status).toBe(401)
      expect((await world.nobody.post('/mark_all_as_read', { [name]: token })).status).toBe(401)
    }
  })
})
