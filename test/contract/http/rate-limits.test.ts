import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Rate limits on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, { RATE_LIMIT_PER_MINUTE: '5' })
  })
  beforeEach(() => world.clock.advance(61))
  afterAll(() => world.stop())

  const spend = async (count: number, client = world.ben) => {
    for (let call = 0; call < count; call += 1) {
      expect((await client.get('/users/me')).status).toBe(200)
    }
  }

  it('headers on every limited answer: X-RateLimit-Limit, -Remaining, -Reset', async () => {
    const { headers } = await world.ben.get('/users/me')
    expect(headers['x-ratelimit-limit']).toBe('5')
    expect(headers['x-ratelimit-remaining']).toBe('4')
    const now = world.clock.now() / 1000
    expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(now)
    expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(now + 61)
    expect((await world.ben.get('/streams')).headers['x-ratelimit-remaining']).toBe('3')
  })

  it('over: 429 RATE_LIMIT_HIT with retry-after and Retry-After', async () => {
    await spend(5)
    const { status, body, headers } = await world.ben.get('/users/me')
    expect(status).toBe(429)
    expect(body).toEqual({
      result: 'error',
      msg: 'API usage exceeded rate limit',
      code: 'RATE_LIMIT_HIT',
      'retry-after': expect.any(Number),
    })
    expect(body['retry-after']).toBeGreaterThan(0)
    expect(body['retry-after']).toBeLessThanOrEqual(60)
    expect(Number(headers['retry-after'])).toBe(body['retry-after'])
    expect(headers['x-ratelimit-remaining']).toBe('0')
  })

  it('a request over the limit changes nothing', async () => {
    await spend(5)
    const made = await world.ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'too much' }] })
    expect(made.status).toBe(429)
    const { body } = await world.ada.get('/streams')
    expect(body.streams.map((one: { name: string }) => one.name)).not.toContain('too much')
  })

  it('the window slides: a call is free again a minute after one was made', async () => {
    await spend(3)
    world.clock.advance(40)
    await spend(2)
    expect((await world.ben.get('/users/me')).status).toBe(429)
    world.clock.advance(21)
    await spend(3)
    expect((await world.ben.get('/users/me')).status).toBe(429)
  })

  it('retry-after is true: after that time a call is answered', async () => {
    await spend(5)
    const { body } = await world.ben.get('/users/me')
    world.clock.advance(body['retry-after'] + 0.001)
    await spend(1)
  })

  it('long polls have a budget of their own', async () => {
    const { body } = await world.ben.post('/register', { event_types: [] })
    await spend(4)
    const poll = () =>
      world.ben.get('/events', { queue_id: body.queue_id, last_event_id: -1, dont_block: true })
    expect((await world.ben.get('/users/me')).status).toBe(429)
    for (let call = 0; call < 5; call += 1) expect((await poll()).status).toBe(200)
    expect((await poll()).status).toBe(429)
  })

  it('each user has their own budget', async () => {
    await spend(5)
    expect((await world.ben.get('/users/me')).status).toBe(429)
    await spend(5, world.cleo)
  })

  it('wrong arguments count, missing credentials do not', async () => {
    for (let call = 0; call < 5; call += 1) {
      expect((await world.ben.get('/streams', { include_public: 'x' })).status).toBe(400)
    }
    expect((await world.ben.get('/streams')).status).toBe(429)
    for (let call = 0; call < 7; call += 1) expect((await world.nobody.get('/streams')).status).toBe(401)
  })

  it('webhooks are limited by their bot', async () => {
    const { key } = world.hookBot.credentials!
    const call = () =>
      world.nobody.raw({
        method: 'POST',
        url: `/external/helloworld?api_key=${key}&stream=test`,
        payload: '{"featured_title":"T","featured_url":"http://example.com"}',
        headers: { 'content-type': 'application/json' },
      })
    for (let count = 0; count < 5; count += 1) expect((await call()).status).toBe(200)
    expect((await call()).status).toBe(429)
  })

  it('endpoints without authentication have no such headers', async () => {
    for (let call = 0; call < 7; call += 1) {
      const { status, headers } = await world.nobody.get('/server_settings')
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('x-ratelimit-limit')
    }
  })

  it('off by default in development: no headers', async () => {
    const other = await startWorld(engine)
    try {
      const { status, headers } = await other.ben.get('/users/me')
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('x-ratelimit-limit')
    } finally {
      await other.stop()
    }
  })
})
