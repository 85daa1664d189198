import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/config/config.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Rate limits of the telephony on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, { TELEPHONY_RATE_LIMIT_PER_MINUTE: '4' })
  })
  beforeEach(() => world.clock.advance(61))
  afterAll(() => world.stop())

  const spend = async (count: number) => {
    for (let call = 0; call < count; call += 1) {
      expect((await world.ada.get('/system/company')).status).toBe(200)
    }
  }

  it('every answer tells what is left: RateLimit-Limit, -Remaining, -Reset', async () => {
    const first = await world.ada.get('/system/company')
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '4', 'ratelimit-remaining': '3' })
    const reset = Number(first.headers['ratelimit-reset'])
    expect(reset).toBeGreaterThan(0)
    expect(reset).toBeLessThanOrEqual(61)
    expect((await world.ada.delete('/company/contacts/x')).headers['ratelimit-remaining']).toBe('2')
  })

  it('over: 429 with Retry-After, as a problem', async () => {
    await spend(4)
    const { status, headers, body } = await world.ada.get('/system/company')
    expect(status).toBe(429)
    expect(body).toMatchObject({ title: 'Too Many Requests', detail: expect.stringContaining('4 requests') })
    expect(headers['ratelimit-remaining']).toBe('0')
    const wait = Number(headers['retry-after'])
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    world.clock.advance(wait)
    await spend(1)
  })

  it('a request over the limit changes nothing', async () => {
    await spend(4)
    expect((await world.ada.patch('/company', { description: 'too much' })).status).toBe(429)
    world.clock.advance(61)
    expect((await world.ada.get('/system/company')).body.description).not.toBe('too much')
  })

  it('per key: the users of one share it, another key has its own', async () => {
    await spend(3)
    expect((await world.ben.get('/system/company')).status).toBe(200)
    expect((await world.ben.get('/system/company')).status).toBe(429)
    expect((await world.hank.get('/system/company')).status).toBe(200)
  })

  it('strangers do not use up anybody else', async () => {
    for (let call = 0; call < 6; call += 1) {
      expect((await world.stranger.get('/system/company')).status).toBe(401)
      expect((await world.ada.with({ authorization: 'Bearer wrong' }).get('/system/company')).status).toBe(
        401,
      )
    }
    await spend(4)
  })
})

describe('The limit', () => {
  const limit = (development: boolean, environment: Record<string, string> = {}) =>
    readConfig({ development }, environment).telephony.rateLimitPerMinute

  it('is 600 by default, off in development, and can be set', () => {
    expect(limit(false)).toBe(600)
    expect(limit(true)).toBe(0)
    expect(limit(false, { TELEPHONY_RATE_LIMIT_PER_MINUTE: '0' })).toBe(0)
    expect(limit(true, { TELEPHONY_RATE_LIMIT_PER_MINUTE: '20' })).toBe(20)
  })

  it('in development: no headers, no end', async () => {
    const world = await startTelephonyWorld('SQLite')
    try {
      for (let call = 0; call < 700; call += 1) {
        const answer = await world.ada.get('/system/account')
        if (answer.status !== 200 || 'ratelimit-limit' in answer.headers) throw new Error(`call ${call}`)
      }
    } finally {
      await world.stop()
    }
  })

  it('in production: 601 calls are one too many', async () => {
    const world = await startTelephonyWorld('SQLite', { SERVER_MODE: 'production' })
    try {
      const statuses: number[] = []
      for (let call = 0; call < 601; call += 1) {
        statuses.push((await world.ada.get('/system/account')).status)
      }
      expect(statuses.indexOf(429)).toBe(600)
    } finally {
      await world.stop()
    }
  })
})
