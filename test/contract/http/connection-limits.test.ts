import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../harness/open-test-server.ts'

const shortened = {
  headersMs: 300,
  requestMs: 600,
  lookEveryMs: 50,
  connections: 20,
  connectionsPerNetwork: 12,
}
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

  const dial = (localAddress = '127.0.0.1', allowHalfOpen = false) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen })
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
  const health = async () =>
    (await send(lines('GET /health HTTP/1.1', 'Host: x', 'Connection: close'))).status
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

  it.each([
    ['/api/v1/streams', { result: 'error', msg: 'There is more than one Host header' }],
    ['/system/company', { detail: 'There is more than one Host header', status: 400 }],
    ['/ws/?EIO=4&transport=websocket', { detail: 'There is more than one Host header', status: 400 }],
    ['/ws/softphone/x', { detail: 'There is more than one Host header', status: 400 }],
  ])('%s with two Host headers: 400', async (path, expected) => {
    const upgrade = path.startsWith('/ws/') ? ['Connection: Upgrade', 'Upgrade: websocket'] : []
    const { status, body } = await send(
      lines(
        `GET ${path} HTTP/1.1`,
        ...(upgrade.length > 0 ? upgrade : ['Connection: close']),
        'Host: x',
        'hOST: y',
      ),
    )
    expect(status).toBe(400)
    expect(body).toMatchObject(expected)
  })

  const count = () =>
    new Promise<number>((done) => server.app.server.getConnections((_, number) => done(number)))
  const hangUp = async () => {
    for (const socket of opened) socket.destroy()
    await expect.poll(count).toBe(0)
  }

  it('a refused WebSocket of a phone ends, even if the client keeps its side open', async () => {
    await hangUp()
    const socket = dial('127.0.0.1', true)
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes
    })
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket']
    socket.write(`${lines('GET /ws/softphone/x HTTP/1.1', 'Host: x', ...upgrade)}more`)
    await new Promise((ended) => socket.once('end', ended))
    expect(readAnswer(answer).status).toBe(403)
    await expect.poll(count).toBe(0)
    expect(socket.writable).toBe(true)
  })

  it('offers to speak HTTP/2 that come without waiting do not leave a connection hanging', async () => {
    const offer = lines('GET /health HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: h2c')
    expect((await send(offer.repeat(50))).status).toBe(400)
    await hangUp()
  })

  /** Closed without the 408 that silent connections get. */
  const areClosed = async (sockets: Socket[]) =>
    expect(await Promise.all(sockets.map((socket) => text(socket).catch(() => '')))).toEqual(
      sockets.map(() => ''),
    )

  it('more connections of one address than the limit are closed, and other addresses are served', async () => {
    for (let number = 0; number < 12; number += 1) dial('127.0.0.2')
    await areClosed(Array.from({ length: 5 }, () => dial('127.0.0.2')))
    expect(await health()).toBe(200)
    await hangUp()
    dial('127.0.0.2').write(lines('GET /health HTTP/1.1', 'Host: x', 'Connection: close'))
    expect(readAnswer(await text(opened.at(-1)!)).status).toBe(200)
  })

  it('more connections than the limit are not accepted, and the others continue', async () => {
    for (let number = 0; number < 20; number += 1) dial(`127.0.0.${2 + (number % 2)}`)
    await areClosed(Array.from({ length: 10 }, () => dial('127.0.0.4')))
    await hangUp()
    await expect.poll(health).toBe(200)
  })

  it('the server is well after all that', async () => {
    expect(await health()).toBe(200)
  })
})
