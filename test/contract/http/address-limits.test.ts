import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { engines } from '../../harness/engines.ts'
import { RawConnection } from '../../harness/raw-connection.ts'
import {
  type BrowserSession,
  startWorkspaceWorld,
  type WorkspaceWorld,
} from '../../harness/workspace-world.ts'

const LIMIT = 6

describe.each(engines)('The limit of an address on %s', (engine) => {
  let world: WorkspaceWorld
  let session: BrowserSession
  let basic: string
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine, {
      ADDRESS_RATE_LIMIT_PER_MINUTE: String(LIMIT),
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const { ada } = world.people
    session = await world.signIn(ada)
    basic = `Basic ${Buffer.from(`${ada.email}:${world.workspace.secrets.decrypt(ada.api_key_sealed)}`).toString('base64')}`
  })
  beforeEach(() => world.clock.advance(61))
  afterAll(() => world.stop())

  const from =
    (address: string) =>
    async (url: string, headers: Record<string, string> = {}) => {
      const response = await world.app.inject({
        url,
        headers: { host: 'chat.example.com', 'x-forwarded-for': address, ...headers },
      })
      return { status: response.statusCode, headers: response.headers, text: response.body }
    }
  const here = from('192.0.2.1')
  const exhaust = async (ask = here) => {
    for (let count = 0; count < LIMIT; count += 1) {
      expect((await ask('/api/v1/server_settings')).status).toBe(200)
    }
  }

  it('over it: 429 with retry-after, in the form of the product', async () => {
    await exhaust()
    const chat = await here('/api/v1/server_settings')
    expect(chat.status).toBe(429)
    expect(JSON.parse(chat.text)).toMatchObject({ result: 'error', code: 'RATE_LIMIT_HIT' })
    const wait = Number(chat.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    const telephony = await here('/system/company')
    expect(telephony.status).toBe(429)
    expect(telephony.headers['content-type']).toContain('application/problem+json')
    expect(JSON.parse(telephony.text)).toMatchObject({ status: 429, title: 'Too Many Requests' })
    const scim = await here('/scim/v2/Users')
    expect(scim.status).toBe(429)
    expect(JSON.parse(scim.text)).toMatchObject({ status: '429' })
    for (const path of ['/', '/docs', '/nowhere', '/user_uploads/1/aa/file', '/api/v1/nowhere']) {
      expect((await here(path, { accept: 'text/html' })).status).toBe(429)
    }
    world.clock.advance(wait)
    await exhaust()
  })

  it('everything that nobody answers for counts: pages, unknown paths, wrong credentials', async () => {
    await here('/', { accept: 'text/html' })
    await here('/nowhere')
    await here('/system/company', { authorization: 'Bearer wrong' })
    await here('/api/v1/users/me')
    await here('/api/v1/server_settings', { cookie: 'switchboard_session=invented' })
    expect((await here('/api/v1/server_settings')).status).toBe(200)
    expect((await here('/api/v1/server_settings')).status).toBe(429)
  })

  it('wrong credentials are refused, too, and nothing of the response remains', async () => {
    await exhaust()
    for (const headers of [
      { authorization: 'Bearer wrong' },
      { authorization: `Basic ${Buffer.from('ada@example.com:wrong').toString('base64')}` },
      { cookie: 'switchboard_session=invented' },
    ]) {
      for (const path of ['/api/v1/users/me', '/system/company', '/api/v1/server_settings', '/']) {
        const { status, headers: sent, text } = await here(path, { accept: 'text/html', ...headers })
        expect(status, path).toBe(429)
        expect(sent).not.toHaveProperty('www-authenticate')
        expect(sent).not.toHaveProperty('etag')
        expect(JSON.parse(text)).toBeTypeOf('object')
      }
    }
  })

  it('credentials that nobody asks for do not let a request over it do anything', async () => {
    await exhaust()
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/v1/password_reset',
      payload: { email: 'ben@example.com' },
      headers: {
        host: 'chat.example.com',
        'x-forwarded-for': '192.0.2.1',
        authorization: 'Bearer junk',
      },
    })
    expect(response.statusCode).toBe(429)
    const links = world.workspace.database.read.selectFrom('password_resets').selectAll()
    expect(await links.execute()).toEqual([])
  })

  it('people and programs with right credentials use up nothing, and are served when it is used up', async () => {
    const calls = async () => {
      const own = { 'x-forwarded-for': '192.0.2.1' }
      expect((await here('/api/v1/users/me', { authorization: basic })).status).toBe(200)
      expect((await here('/api/v1/users/me', { cookie: session.cookie })).status).toBe(200)
      expect((await session.phones.with(own).get('/system/company')).status).toBe(200)
      expect((await world.owner.with(own).get('/system/company')).status).toBe(200)
      expect((await here('/avatar/ada@example.com', { cookie: session.cookie })).status).toBe(302)
    }
    for (let count = 0; count < LIMIT; count += 1) await calls()
    await exhaust()
    expect((await here('/api/v1/server_settings')).status).toBe(429)
    await calls()
  })

  it('each address has its own; an IPv6 network of a /64 has one', async () => {
    await exhaust()
    await exhaust(from('192.0.2.2'))
    await exhaust(from('2001:db8:0:1::1'))
    expect((await from('2001:db8:0:1:ffff::2')('/api/v1/server_settings')).status).toBe(429)
    expect((await from('2001:db8:0:2::1')('/api/v1/server_settings')).status).toBe(200)
  })

  it('what a client adds to X-Forwarded-For changes nothing', async () => {
    await exhaust()
    expect((await from('198.51.100.7, 192.0.2.1')('/api/v1/server_settings')).status).toBe(429)
  })

  it('probes and metrics go on', async () => {
    await exhaust()
    for (let count = 0; count < LIMIT + 1; count += 1) {
      expect((await here('/health')).status).toBe(200)
      expect((await here('/health/live')).status).toBe(200)
    }
    const metrics = await world.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
    expect(metrics.statusCode).toBe(200)
  })
})

describe('The settings', () => {
  const read = (development: boolean, environment: Record<string, string> = {}) =>
    readConfig({ development }, environment)

  it('20,000 requests, off in development; 10,000 connections', () => {
    expect(read(false)).toMatchObject({ addressRateLimitPerMinute: 20_000, connectionsPerAddress: 10_000 })
    expect(read(true).addressRateLimitPerMinute).toBe(0)
    expect(read(true, { ADDRESS_RATE_LIMIT_PER_MINUTE: '9' }).addressRateLimitPerMinute).toBe(9)
    expect(() => read(false, { CONNECTIONS_PER_ADDRESS: 'many' })).toThrow('CONNECTIONS_PER_ADDRESS')
  })

  it('CONNECTIONS_PER_ADDRESS: one more is closed', async () => {
    const world = await startWorkspaceWorld('SQLite', { CONNECTIONS_PER_ADDRESS: '2' })
    const opened: RawConnection[] = []
    try {
      const port = Number(new URL(await world.listen()).port)
      const ask = () => {
        const connection = new RawConnection(port).send('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
        opened.push(connection)
        return connection.response()
      }
      expect((await ask()).status).toBe(200)
      expect((await ask()).status).toBe(200)
      await expect(ask()).rejects.toThrow('closed')
    } finally {
      for (const { socket } of opened) socket.destroy()
      await world.stop()
    }
  })
})
