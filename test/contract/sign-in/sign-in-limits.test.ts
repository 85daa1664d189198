import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import type { Answer, ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

const password = 'correct horse battery staple'

describe.each(engines)('Limits of signing in on %s', (engine) => {
  let world: World
  let passwordHash: string
  beforeAll(async () => {
    // In development, where calls are not limited: attempts are, always.
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
    passwordHash = await hashPassword(password)
  })
  afterAll(() => world.stop())

  const join = (name: string) =>
    createUser(world.chat, world.demo.realm, {
      email: `${name}@example.com`,
      fullName: name,
      passwordHash,
    })
  const from = (address: string) => world.nobody.with({ 'x-forwarded-for': address })
  const attempt = (client: ApiClient, name: string, given = 'wrong', path = '/fetch_api_key') =>
    client.post(path, { username: `${name}@example.com`, password: given })
  const fail = async (times: number, client: ApiClient, name: string) => {
    for (let time = 0; time < times; time += 1)
      expect((await attempt(client, name)).body).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  }
  const isLimited = ({ status, headers, body }: Answer) => {
    expect(status).toBe(429)
    expect(body).toEqual({
      result: 'error',
      msg: 'API usage exceeded rate limit',
      code: 'RATE_LIMIT_HIT',
      'retry-after': expect.any(Number),
    })
    expect(body['retry-after']).toBeGreaterThan(0)
    expect(body['retry-after']).toBeLessThanOrEqual(1800)
    expect(Number(headers['retry-after'])).toBe(body['retry-after'])
  }

  it('five failed attempts lock the account for every address, also for the right password', async () => {
    await join('target')
    for (let host = 1; host <= 5; host += 1) await fail(1, from(`10.1.0.${host}`), 'target')
    isLimited(await attempt(from('10.1.0.9'), 'target', password))
    isLimited(await attempt(from('10.1.0.9'), ' TARGET', password))
    isLimited(await attempt(from('10.1.0.9'), 'target', password, '/sessions'))
  })

  it('the window slides: half an hour after the first of them one more is allowed', async () => {
    await join('patient')
    await fail(1, from('10.2.0.1'), 'patient')
    world.clock.advance(600)
    await fail(4, from('10.2.0.1'), 'patient')
    isLimited(await attempt(from('10.2.0.1'), 'patient', password))
    world.clock.advance(1201)
    expect((await attempt(from('10.2.0.1'), 'patient', password)).status).toBe(200)
  })

  it('a success makes the account’s budget whole again', async () => {
    await join('forgetful')
    await fail(4, from('10.3.0.1'), 'forgetful')
    expect((await attempt(from('10.3.0.1'), 'forgetful', password)).status).toBe(200)
    await fail(4, from('10.3.0.1'), 'forgetful')
    expect((await attempt(from('10.3.0.1'), 'forgetful', password)).status).toBe(200)
  })

  it('sessions and keys share the budget', async () => {
    await join('both')
    await fail(3, from('10.4.0.1'), 'both')
    for (let time = 0; time < 2; time += 1) await attempt(from('10.4.0.1'), 'both', 'wrong', '/sessions')
    isLimited(await attempt(from('10.4.0.1'), 'both', password))
  })

  it('attempts at once are counted like one after the other', async () => {
    await join('rushed')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => attempt(from(`10.5.0.${index + 1}`), 'rushed')),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(403), ...Array(7).fill(429)])
  })

  it('an unknown account is locked like a known one', async () => {
    await fail(5, from('10.6.0.1'), 'nobody-at-all')
    isLimited(await attempt(from('10.6.0.1'), 'nobody-at-all'))
  })

  it('the same name in another organization is another account', async () => {
    await foundOrganization(world, 'other.example.com')
    await fail(5, from('10.7.0.1'), 'shared')
    const there = from('10.7.0.1').with({ host: 'other.example.com' })
    expect((await attempt(there, 'shared')).status).toBe(403)
  })

  it('fifty failed attempts lock the address, over all accounts; nobody else', async () => {
    await join('known')
    for (let account = 0; account < 50; account += 1)
      await fail(1, from(`2001:db8:0:1::${account + 1}`), `sprayed-${account}`)
    // The owner of one such address has all that share its first half.
    isLimited(await attempt(from('2001:db8::1:ffff:0:0:1'), 'known', password))
    expect((await attempt(from('2001:db8:0:2::1'), 'known', password)).status).toBe(200)
    expect((await attempt(from('10.8.0.1'), 'sprayed-1')).status).toBe(403)
  })

  it('X-Forwarded-For is trusted from configured proxies only', async () => {
    await join('proxied')
    const plain = await startWorld(engine)
    try {
      const guess = (host: number) =>
        plain.nobody
          .with({ 'x-forwarded-for': `10.9.0.${host}` })
          .with({ authorization: `Basic ${Buffer.from(`a@example.com:${host}`).toString('base64')}` })
          .get('/users/me')
      for (let host = 1; host <= 30; host += 1) expect((await guess(host)).status).toBe(401)
      expect((await guess(31)).status).toBe(429)
    } finally {
      await plain.stop()
    }
  })
})
