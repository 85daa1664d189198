import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../../src/config/config.ts'
import { openTestServer, type TestServer } from '../../harness/open-test-server.ts'

const TOKEN = 'a token with which Prometheus asks'.replaceAll(' ', '-')

/** On all addresses of the machine: 127.0.0.1 reaches it in any case. */
async function open(settings: Record<string, string> = {}) {
  const server = await openTestServer('SQLite', { TRUSTED_PROXIES: '127.0.0.1', ...settings })
  const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path, headers }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text) => {
          body += text
        })
        response.once('end', () => resolve({ status: response.statusCode!, body }))
      })
      asked.once('error', reject)
      asked.end()
    })
  return { server, get }
}

// What it reports does not matter here, nor where it is stored.
describe('who may read the metrics', () => {
  const servers: TestServer[] = []
  let plain: Awaited<ReturnType<typeof open>>
  let guarded: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    plain = await open()
    guarded = await open({ METRICS_TOKEN: TOKEN })
    servers.push(plain.server, guarded.server)
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
  })

  it.each(['/metrics', '/%6detrics'])('without a token, programs on the same machine: %s', async (path) => {
    const { status, body } = await plain.get(path)
    expect(status).toBe(200)
    expect(body).toContain('switchboard_sockets')
    expect((await plain.get(path, { host: 'LOCALHOST:9991' })).status).toBe(200)
  })

  it.each([
    ['a proxy that says for whom it asks', { 'x-forwarded-for': '192.0.2.1' }],
    ['a proxy that claims to ask for the machine itself', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy that says how it was asked', { 'x-forwarded-proto': 'https' }],
    ['a proxy that says so in the standard way', { forwarded: 'for=192.0.2.1' }],
    ['a proxy that says it is one', { via: '1.1 proxy' }],
    ['a proxy that passes on the name', { host: 'chat.example.com' }],
    ['a page whose name leads to this machine', { host: '127.0.0.1.evil.example:9991' }],
  ])('without a token, not %s', async (_who, headers: Record<string, string>) => {
    for (const path of ['/metrics', '/%6detrics']) {
      const { status, body } = await plain.get(path, headers)
      expect(status).toBe(404)
      expect(body).not.toContain('switchboard_')
    }
  })

  it('without a token, not other machines', async () => {
    const { statusCode } = await plain.server.app.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })
    expect(statusCode).toBe(404)
    const { statusCode: over6 } = await plain.server.app.inject({
      url: '/metrics',
      remoteAddress: '2001:db8::1',
    })
    expect(over6).toBe(404)
    for (const remoteAddress of ['::1', '::ffff:127.0.0.1']) {
      expect((await plain.server.app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200)
    }
  })

  it('with a token, only who has it, from anywhere', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}`, host: 'chat.example.com' })
    expect((await guarded.get('/metrics', bearer(TOKEN))).body).toContain('switchboard_sockets')
    for (const headers of [
      {},
      bearer(''),
      bearer(`${TOKEN}x`),
      bearer(TOKEN.slice(1)),
      { authorization: TOKEN },
    ]) {
      const { status, body } = await guarded.get('/%6detrics', headers)
      expect(status).toBe(401)
      expect(body).not.toContain('switchboard_')
    }
  })

  it('a token that could be guessed is refused', () => {
    for (const token of ['short', 'with spaces in between', 'x'.repeat(201)]) {
      expect(() => readConfig({}, { METRICS_TOKEN: token })).toThrow(ConfigError)
    }
  })
})
