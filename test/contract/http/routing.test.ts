import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Paths, verbs and headers on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const neverCached = (headers: Record<string, unknown>) => {
    expect(headers['cache-control']).toContain('max-age=0')
    expect(headers['cache-control']).toContain('no-cache')
    expect(headers['cache-control']).toContain('no-store')
  }

  it('unknown path: 404 in the envelope', async () => {
    for (const url of ['/nothing', '/users/me/nothing', '/', '/messages/1/nothing']) {
      const answer = await world.ada.raw({ method: 'GET', url })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ result: 'error', msg: `Unknown path /api/v1${url}`, code: 'NOT_FOUND' })
      neverCached(answer.headers)
    }
  })

  it.each([
    ['PUT', '/streams', ['GET', 'HEAD']],
    ['POST', '/events', ['DELETE', 'GET', 'HEAD']],
    ['GET', '/register', ['POST']],
    ['HEAD', '/register', ['POST']],
    ['PATCH', '/users/me', ['DELETE', 'GET', 'HEAD']],
    ['PUT', '/users/me/subscriptions', ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST']],
    ['GET', '/users/me/subscriptions/muted_topics', ['PATCH']],
    ['PUT', '/external/helloworld', ['GET', 'HEAD', 'POST']],
  ] as const)('wrong method: %s %s is 405 with Allow %j', async (method, url, allowed) => {
    const answer = await world.ada.raw({ method, url })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe(allowed.join(', '))
    if (method === 'HEAD') return
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'Method Not Allowed',
      code: 'METHOD_NOT_ALLOWED',
      allowed_methods: allowed,
    })
  })

  it('too large a body: 413 in the envelope', async () => {
    const answer = await world.ada.raw({
      method: 'POST',
      url: '/users/me/subscriptions',
      payload: `subscriptions=${'x'.repeat(1_100_000)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(413)
    expect(answer.body).toEqual({
      result: 'error',
      msg: 'The request is too large',
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  it('HEAD: allowed wherever GET is, without a body', async () => {
    const { email, key } = world.ada.credentials!
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(
      `HEAD /api/v1/streams HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`,
    )
    const [head, rest] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(head).toMatch(/content-type: application\/json/i)
    expect(rest).toBe('')
  })

  it('HEAD: credentials are asked for as with GET', async () => {
    expect((await world.nobody.raw({ method: 'HEAD', url: '/streams' })).status).toBe(401)
    expect((await world.ada.raw({ method: 'HEAD', url: '/streams' })).status).toBe(200)
  })

  it('OPTIONS: 204 with Allow, sorted, without credentials', async () => {
    const answer = await world.nobody.raw({ method: 'OPTIONS', url: '/users/me/subscriptions' })
    expect(answer.status).toBe(204)
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, PATCH, POST')
  })

  it('success: HTTP 200, result success, msg empty', async () => {
    const answer = await world.ada.get('/streams')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ result: 'success', msg: '' })
  })

  it.each(['/streams', '/events?dont_block=true', '/nothing', '/streams?include_public=x'])(
    'GET %s: JSON that ends with a newline, and never-cache headers',
    async (url) => {
      const { email, key } = world.ada.credentials!
      const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
      const answer = await world.app.inject({
        method: 'GET',
        url: `/api/v1${url}`,
        headers: { authorization },
      })
      expect(answer.body.endsWith('}\n')).toBe(true)
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
      neverCached(answer.headers)
    },
  )

  it.each(['nonsense', 'application/json; charset=', ';;;'])(
    'a content type that means nothing, %s: no server error',
    async (type) => {
      const answer = await world.ada.raw({
        method: 'POST',
        url: '/register',
        payload: 'event_types=[]',
        headers: { 'content-type': type },
      })
      expect([200, 400]).toContain(answer.status)
    },
  )

  it('a long response is compressed as the client accepts it, and a short one is not', async () => {
    const { email, key } = world.ada.credentials!
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    const get = (url: string, accepted?: string) =>
      world.app.inject({
        url,
        headers: { authorization, ...(accepted !== undefined && { 'accept-encoding': accepted }) },
      })
    const message = { type: 'stream', to: 'test', topic: 'long', content: 'word '.repeat(1900) }
    for (let count = 0; count < 3; count += 1) await world.ben.call('POST', '/messages', message)
    const page = '/api/v1/messages?anchor=newest&num_before=10&num_after=0'
    const plain = await get(page)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.rawPayload.length).toBeGreaterThan(20_000)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['GZIP;q=0.5', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['gzip;q=0, br; q=0.0', undefined],
      ['identity', undefined],
      ['', undefined],
    ] as const) {
      const { headers, rawPayload } = await get(page, accepted)
      expect([accepted, headers['content-encoding'], headers.vary]).toEqual([
        accepted,
        encoding,
        'accept-encoding',
      ])
      const unpacked = encoding ? unpack[encoding](rawPayload) : rawPayload
      expect(unpacked.equals(plain.rawPayload)).toBe(true)
      expect(Number(headers['content-length'])).toBe(rawPayload.length)
    }
    const short = await get('/api/v1/server_settings', 'gzip, br')
    expect([short.headers['content-encoding'], short.headers.vary]).toEqual([undefined, undefined])
  })
})
