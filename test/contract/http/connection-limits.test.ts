import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../harness/open-test-server.ts'

const shortened = { headersMs: 300, requestMs: 600, lookEveryMs: 50, connections: 20 }
const lines = (...list: string[]) => `${list.join('\r\n')}\r\n\r\n`

// Nothing here comes as far as a database.
describe('Limits of a connection', () => {
  let server: TestServer
  let port: number
  const opened: Socket[] = []
  beforeAll(async () => {
    server = await openTestServer('SQLite', { PUBLIC_URL: 'http://chat.example.com' }, shortened)
    port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(async () => {
    for (const socket of opened) socket.destroy()
    await server.stop()
  })

  const dial = () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    opened.push(socket)
    return socket
  }
  /** What comes back until the server hangs up. */
  const send = async (bytes: string) => {
    const socket = dial()
    socket.write(bytes)
    return readAnswer(await text(socket))
  }
  const readAnswer = (answer: string) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), head, body: body === '' ? undefined : JSON.parse(body) }
  }
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).status
  const inBothForms = (status: number, title: string, detail: string) => ({
    result: 'error',
    msg: detail,
    code: 'BAD_REQUEST',
    detail,
    status,
    title,
    type: 'about:blank',
  })

  it('headers of more than 16 kilobytes: 431', async () => {
    const { status, body } = await send(
      lines('GET /health HTTP/1.1', 'Host: x', `X-A: ${'a'.repeat(17_000)}`),
    )
    expect(status).toBe(431)
    expect(body).toEqual(
      inBothForms(431, 'Request Header Fields Too Large', 'The headers are too large (limit: 16384 bytes)'),
    )
  })

  it.each([
    [
      '/api/v1/streams',
      { result: 'error', msg: 'There are too many headers (limit: 100)', code: 'BAD_REQUEST' },
    ],
    ['/system/company', { detail: 'There are too many headers (limit: 100)', status: 431 }],
    ['/health', { detail: 'There are too many headers (limit: 100)', status: 431 }],
  ])('%s with more than 100 header fields: 431', async (path, expected) => {
    const fields = Array.from({ length: 101 }, (_, at) => `x-${at}: 1`)
    const { status, body } = await send(
      lines(`GET ${path} HTTP/1.1`, 'Connection: close', ...fields, 'Host: x'),
    )
    expect(status).toBe(431)
    expect(body).toMatchObject(expected)
  })

  it.each([
    ['/api/v1/streams', { result: 'error', msg: 'The address is too long (limit: 8192 characters)' }],
    ['/system/company', { detail: 'The address is too long (limit: 8192 characters)', status: 414 }],
  ])('%s with an address of more than 8192 characters: 414', async (path, expected) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}?a=${'x'.repeat(8192)}`)
    expect(response.status).toBe(414)
    expect(await response.json()).toMatchObject(expected)
  })

  it('the same on a page for people: 414, not a failure', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/join/x?a=${'x'.repeat(8192)}`)).status).toBe(414)
  })

  it.each([
    ['/api/v1/register', { result: 'error', msg: 'The request is too large', code: 'PAYLOAD_TOO_LARGE' }],
    ['/nothing', { detail: 'The request is too large', status: 413 }],
  ])('POST %s with more than a megabyte: 413', async (url, expected) => {
    const response = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: 'POST',
      body: 'x'.repeat(1_048_577),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject(expected)
  })

  it('a body that nobody can read, sent to a path that nobody has: a problem like any other', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/nothing`, {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await response.json()).toMatchObject({ status: response.status, type: 'about:blank' })
  })

  it('what is no HTTP: 400', async () => {
    const { status, body } = await send('\x16\x03\x01 hello\r\n\r\n')
    expect(status).toBe(400)
    expect(body).toEqual(inBothForms(400, 'Bad Request', 'This is not a valid HTTP/1.1 request'))
  })

  const late =
    'The request did not arrive in time (limit: 0.3 seconds for its headers, 0.6 in all, 900 with files)'

  it('a connection that says nothing is closed', async () => {
    expect(readAnswer(await text(dial()))).toMatchObject({ status: 408, body: { msg: late } })
  })

  it('headers that come byte by byte: 408', async () => {
    const socket = dial()
    socket.write('GET /health HTTP/1.1\r\nX-A: ')
    const timer = setInterval(() => socket.write('a'), 20)
    const answer = readAnswer(await text(socket).finally(() => clearInterval(timer)))
    expect(answer).toMatchObject({ status: 408, body: inBothForms(408, 'Request Timeout', late) })
  })

  it('a body that comes byte by byte: 408', async () => {
    const socket = dial()
    socket.write(lines('POST /api/v1/fetch_api_key HTTP/1.1', 'Host: x', 'Content-Length: 100000'))
    const timer = setInterval(() => socket.write('a'), 20)
    const answer = readAnswer(await text(socket).finally(() => clearInterval(timer)))
    expect(answer.status).toBe(408)
  })

  it('more connections than the limit are not accepted, and the others continue', async () => {
    const kept = Array.from({ length: 20 }, dial)
    const beyond = Array.from({ length: 10 }, dial)
    await Promise.all(beyond.map((socket) => new Promise((closed) => socket.once('close', closed))))
    expect(kept.length).toBe(20)
    for (const socket of opened) socket.destroy()
    await expect.poll(health).toBe(200)
  })

  it('the server is well after all that', async () => {
    expect(await health()).toBe(200)
  })
})
