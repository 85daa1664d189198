import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../harness/open-test-server.ts'
import { RawConnection } from '../../harness/raw-connection.ts'

const made = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const html = { accept: 'text/html' }

// Nothing here comes as far as a database.
describe('Request ids', () => {
  const servers: TestServer[] = []
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer('SQLite', {
      PUBLIC_URL: 'http://chat.example.com',
      TRUSTED_PROXIES: '10.0.0.0/8',
    })
    servers.push(server)
  })
  afterAll(async () => {
    for (const one of servers) await one.stop()
  })

  const ask = async (url: string, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') => {
    const response = await server.app.inject({ url, headers, remoteAddress })
    return { status: response.statusCode, id: response.headers['x-request-id'] }
  }

  it.each([
    ['a success of the chat', '/api/v1/server_settings', {}, 200],
    ['an unknown path of the chat', '/api/v1/nowhere', {}, 404],
    ['missing credentials, chat', '/api/v1/users/me', {}, 401],
    ['missing credentials, telephony', '/system/company', {}, 401],
    ['missing credentials, SCIM', '/scim/v2/Users', {}, 401],
    ['an unknown path', '/nowhere', {}, 404],
    ['a page', '/', html, 200],
    ['a page that does not exist', '/nowhere', html, 404],
    ['a file that does not exist', '/user_uploads/1/aa/file', {}, 401],
    ['a broken escape', '/%zz', {}, 400],
    ['a broken escape, chat', '/api/v1/%zz', {}, 400],
    ['a long address', `/${'a'.repeat(9000)}`, {}, 414],
    ['the probe', '/health', {}, 200],
    ['a socket without a session', '/ws/?EIO=4&transport=polling&sid=none', {}, 400],
  ])('%s has one', async (_what, url, headers, status) => {
    const first = await ask(url, headers)
    expect(first).toEqual({ status, id: expect.stringMatching(made) })
    expect((await ask(url, headers)).id).not.toBe(first.id)
    // The id of the proxy takes its place.
    expect((await ask(url, { ...headers, 'x-request-id': 'proxy-1234' })).id).toBe('proxy-1234')
  })

  it.each([
    ['7F000001:8296_7F00001E:1F90_4F7B0A69_0003:790', true],
    ['Root=1-67891233-abcdef012345678912345678', true],
    ['a'.repeat(128), true],
    ['a'.repeat(129), false],
    ['short', false],
    ['with a space', false],
    ['line\tbreak', false],
    ['<script>alert(1)</script>', false],
    ['identity-é', false],
  ])('of a trusted proxy: %s is kept: %s', async (given, isKept) => {
    const { id } = await ask('/health', { 'x-request-id': given })
    if (isKept) expect(id).toBe(given)
    else expect(id).toMatch(made)
  })

  it('nobody else chooses one, and two are none', async () => {
    expect((await ask('/health', { 'x-request-id': 'chosen-by-me' }, '192.0.2.1')).id).toMatch(made)
    const forwarded = { 'x-request-id': 'chosen-by-me', 'x-forwarded-for': '10.0.0.1' }
    expect((await ask('/health', forwarded, '192.0.2.1')).id).toMatch(made)
    const both = await server.app.inject({
      url: '/health',
      headers: { 'x-request-id': ['chosen-1', 'chosen-2'] },
      remoteAddress: '10.0.0.1',
    })
    expect(both.headers['x-request-id']).toMatch(made)
  })

  it('what is no request of HTTP has one, too', async () => {
    const port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const { status, headers } = await new RawConnection(port).send('nonsense\r\n\r\n').response()
    expect(status).toBe(400)
    expect(headers['x-request-id']).toMatch(made)
  })
})
