import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

const KEY = 'a key of more than thirty-two characters'.replaceAll(' ', '-')

describe.each(engines)('API keys for signed tokens on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, {
      JWT_KEYS: `chat.example.com=${KEY}`,
      TRUSTED_PROXIES: '127.0.0.1',
    })
  })
  afterAll(() => world.stop())

  const sign = (claims: Record<string, unknown>, { key = KEY, seconds = 60, algorithm = 'HS256' } = {}) =>
    new SignJWT({ exp: Math.floor(world.clock.now() / 1000) + seconds, ...claims })
      .setProtectedHeader({ alg: algorithm })
      .sign(new TextEncoder().encode(key))
  const fetchKey = (token: string, more: object = {}) =>
    world.nobody.post('/jwt/fetch_api_key', { token, ...more })

  it('the key of the person in the token, and the profile if it is asked for', async () => {
    const token = await sign({ email: 'BEN@example.com' })
    const { body } = await fetchKey(token)
    const { id } = world.demo.people.ben
    const expected = { email: 'ben@example.com', user_id: id, api_key: world.ben.credentials!.key }
    expect(body).toEqual({ result: 'success', msg: '', ...expected })
    expect((await fetchKey(token, { include_profile: true })).body.user).toMatchObject({
      user_id: id,
      full_name: 'Ben Okri',
      role: 400,
    })
  })

  it('refused: other keys and algorithms, tokens that are over or have no end, bots and strangers', async () => {
    const email = 'ben@example.com'
    for (const token of [
      await sign({ email }, { key: `${KEY}!` }),
      await sign({ email }, { algorithm: 'HS512' }),
      await sign({ email }, { seconds: -1 }),
      await sign({ email, exp: undefined }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ email })).toString('base64url')}.`,
      'nonsense',
      'x'.repeat(10_000),
    ]) {
      expect(await fetchKey(token)).toMatchObject({ status: 401, body: { msg: 'Bad JSON web token' } })
    }
    for (const other of ['hook-bot@example.com', 'nobody@example.com'])
      expect((await fetchKey(await sign({ email: other }))).body.reason).toBe('unregistered')
    expect((await fetchKey(await sign({ mail: email }))).body.msg).toContain('No email specified')
  })

  it('the key opens no other organization of the server', async () => {
    await foundOrganization(world, 'tokens.example.com')
    const there = world.nobody.with({ host: 'tokens.example.com' })
    const token = await sign({ email: 'ben@example.com' })
    expect((await there.post('/jwt/fetch_api_key', { token })).body.msg).toContain('not found')
  })
})
