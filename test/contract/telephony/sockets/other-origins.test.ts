import { connect } from 'node:net'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { wholeCompany } from '../../../../src/telephony/event-audience.ts'
import { engines } from '../../../harness/engines.ts'
import { type SocketWorld, startSocketWorld } from './socket-world.ts'

const origin = 'https://evil.example'

describe.each(engines)('sockets of pages from elsewhere, on %s', (engine) => {
  let world: SocketWorld
  beforeAll(async () => {
    world = await startSocketWorld(engine)
  })
  afterAll(() => world.stop())

  it.each(['websocket', 'polling'] as const)(
    'by %s: no cookie, header, query or handshake makes them anybody',
    async (transport) => {
      const socket = io(world.url, {
        path: '/ws/',
        transports: [transport],
        reconnection: false,
        forceNew: true,
        auth: { token: ACME_KEY },
        query: { token: ACME_KEY, api_key: ACME_KEY },
        extraHeaders: {
          origin,
          cookie: `token=${ACME_KEY}; switchboard_session=${'x'.repeat(43)}`,
          authorization: `Bearer ${ACME_KEY}`,
          'x-user-id': 'primary',
        },
      })
      const heard: string[] = []
      socket.onAny((name) => heard.push(name))
      const ended = new Promise((next) => socket.once('disconnect', next))
      await new Promise((next, fail) => {
        socket.once('connect', () => next(undefined))
        socket.once('connect_error', fail)
      })
      const ada = await world.asAda()
      await world.announce(wholeCompany, 1)
      await ada.untilHeard('extension.subscriber.updated')
      // Who says nothing within five seconds is hung up on.
      await ended
      expect(heard).toEqual(['unauthorized'])
    },
    15_000,
  )

  it('a handshake of another origin gets no permission to be read, and no cookie', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await fetch(`${world.url}/ws/?EIO=4&transport=polling`, { method, headers: { origin } })
      const given = [...answer.headers.keys()].filter((name) => /^access-control-|^set-cookie$/.test(name))
      expect(given).toEqual([])
    }
  })

  it.each([
    ['an upgrade without a key', 'Sec-WebSocket-Version: 13'],
    [
      'an upgrade of another version',
      'Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ],
    ['a key that is none', 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short'],
  ])('%s is refused, and the server is well', async (_what, headers) => {
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (part) => {
      answer += part
    })
    const closed = new Promise((next) => socket.once('close', next))
    socket.write(
      `GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n\r\n`,
    )
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect((await fetch(`${world.url}/health`)).status).toBe(200)
  })
})
