import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateApiKey } from '../../../src/chat/accounts/rotate-api-key.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from './browser.ts'

describe.each(engines)('Limits of wrong keys on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.0/8, ::1' })
  })
  afterAll(() => world.stop())

  const from = (client: ApiClient, address: string) => client.with({ 'x-forwarded-for': address })
  const guess = (address: string, key: string) =>
    from(new ApiClient(world.app, { email: 'ada@example.com', key }), address).get('/users/me')
  const lock = async (address: string) => {
    for (let time = 0; time < 30; time += 1)
      expect((await guess(address, `guess-${time}`)).body.code).toBe('INVALID_API_KEY')
  }

  it('after thirty within a minute, wrong keys get 429; right ones are served, also of people who are new here', async () => {
    await lock('10.0.0.1')
    const answer = await guess('10.0.0.1', 'one more')
    expect(answer.status).toBe(429)
    expect(answer.body).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) })
    expect(answer.headers['retry-after']).toBeDefined()
    expect((await from(world.cleo, '10.0.0.1').get('/users/me')).status).toBe(200)
    const browser = await signIn(from(world.nobody, '10.0.0.9'), 'cleo@example.com')
    // As after a restart: this server has seen nobody yet.
    world.chat.sessionsByHash.invalidateAll()
    world.chat.usersByKeyHash.invalidateAll()
    expect((await from(browser.client, '10.0.0.1').get('/users/me')).status).toBe(200)
    const key = world.hookBot.credentials!.key
    const hook = from(world.nobody, '10.0.0.1').post(`/external/helloworld?api_key=${key}&stream=test`)
    expect((await hook).body.code).not.toMatch(/RATE_LIMIT_HIT|INVALID_API_KEY/)
    expect((await guess('10.0.0.1', 'still wrong')).status).toBe(429)
    expect((await from(world.cleo, '10.0.0.2').get('/users/me')).status).toBe(200)
    world.clock.advance(61)
    expect((await guess('10.0.0.1', 'again')).status).toBe(401)
  })

  it('a client that used the right key before is served, despite what a neighbour does', async () => {
    const browser = await signIn(from(world.nobody, '10.0.1.1'), 'ben@example.com')
    expect((await from(world.ben, '10.0.1.1').get('/users/me')).status).toBe(200)
    expect((await browser.client.get('/users/me')).status).toBe(200)
    await lock('10.0.1.1')
    expect((await from(world.ben, '10.0.1.1').get('/users/me')).status).toBe(200)
    expect((await browser.client.get('/users/me')).status).toBe(200)
    // Accounts are read anew after somebody's change; the neighbours are still known to be right.
    await rotateApiKey(world.chat, world.demo.people.gus)
    expect((await from(world.ben, '10.0.1.1').get('/users/me')).status).toBe(200)
  })

  it('a key that was right once and is no more counts as wrong', async () => {
    const old = from(world.echoBot, '10.0.2.1')
    expect((await old.get('/users/me')).status).toBe(200)
    await rotateApiKey(world.chat, world.demo.bots.echoBot)
    for (let time = 0; time < 30; time += 1) expect((await old.get('/users/me')).status).toBe(401)
    expect((await old.get('/users/me')).status).toBe(429)
  })

  it('keys of webhooks and cookies count, too', async () => {
    const client = from(world.nobody, '10.0.3.1')
    for (let time = 0; time < 15; time += 1) {
      const hook = await client.post(`/external/helloworld?api_key=guess-${time}`)
      expect(hook.body.code).toBe('INVALID_API_KEY')
      const cookie = `switchboard_session=${String(time).padStart(43, 'x')}`
      expect((await client.with({ cookie }).get('/users/me')).status).toBe(401)
    }
    expect((await client.post('/external/helloworld?api_key=another')).status).toBe(429)
    const cookie = `switchboard_session=${'y'.repeat(43)}`
    expect((await client.with({ cookie }).get('/users/me')).status).toBe(429)
  })
})
