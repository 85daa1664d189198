import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

const smuggled = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'

describe.each(engines)('Requests whose end is in doubt, on %s', (engine) => {
  let world: World
  let port: number
  beforeAll(async () => {
    world = await startWorld(engine)
    port = Number(new URL(await world.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(() => world.stop())

  /** The status of each answer that comes until the server hangs up. */
  async function statuses(head: string[], body: string): Promise<number[]> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  }
  const post = ['POST /api/v1/fetch_api_key HTTP/1.1', 'Host: x']

  it.each([
    [
      'a length and chunks',
      [...post, 'Content-Length: 4', 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', [...post, 'Content-Length: 0', `Content-Length: ${smuggled.length}`], smuggled],
    ['a length that is none', [...post, 'Content-Length: +0'], smuggled],
    [
      'chunks that come last but one',
      [...post, 'Transfer-Encoding: chunked, identity'],
      `0\r\n\r\n${smuggled}`,
    ],
    ['a blank before the colon', [...post, 'Transfer-Encoding : chunked'], `0\r\n\r\n${smuggled}`],
    ['a header over two lines', [...post, 'Transfer-Encoding:', ' chunked'], `0\r\n\r\n${smuggled}`],
    [
      'a header that ends with a line feed',
      [...post, 'X: y\nTransfer-Encoding: chunked'],
      `0\r\n\r\n${smuggled}`,
    ],
    ['a chunk without a size', [...post, 'Transfer-Encoding: chunked'], `x\r\n\r\n${smuggled}`],
    [
      'an offer to speak HTTP/2, a length and chunks',
      [...post, 'Connection: Upgrade', 'Upgrade: h2c', 'Content-Length: 4', 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${smuggled}`,
    ],
    ['no host', ['POST /api/v1/fetch_api_key HTTP/1.1', 'Content-Length: 0'], smuggled],
  ])('%s: 400, and what follows is no request', async (_what, head, body) => {
    expect(await statuses(head, body)).toEqual([400])
  })

  it('two requests that are in order are both answered', async () => {
    const last = smuggled.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    expect(await statuses([...post, 'Content-Length: 0'], last)).toEqual([400, 200])
  })

  it.each(['gzip', 'deflate', 'br'])('a body that is packed with %s is not unpacked', async (encoding) => {
    const payload = gzipSync(Buffer.from(`type=stream&to=test&topic=packed&content=${'x'.repeat(1000)}`))
    const { status, body } = await world.ada.raw({
      method: 'POST',
      url: '/messages',
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': encoding },
    })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
  })
})
