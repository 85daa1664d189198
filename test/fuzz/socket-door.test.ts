import { connect } from 'node:net'
import fc from 'fast-check'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { engines } from '../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../harness/telephony-world.ts'
import { SEED } from './attack-route.ts'
import { hostileJson, hostileText } from './hostile-values.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 2) * 6
const TIMEOUT_MS = 20_000
const MARKER = 'marker-globex-socket'

describe.each(engines)('hostile sockets on %s', (engine) => {
  let world: TelephonyWorld
  let url: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, { TELEPHONY_RATE_LIMIT_PER_MINUTE: '0' })
    await world.hank.post('/company/contacts', { first_name: MARKER })
    url = await world.listen()
  })
  afterAll(() => world.stop())

  const dial = async (): Promise<Socket & { heard: string[] }> => {
    const socket = io(url, { path: '/ws/', transports: ['websocket'], reconnection: false, forceNew: true })
    const heard: string[] = []
    socket.onAny((...args: unknown[]) => void heard.push(JSON.stringify(args)))
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return Object.assign(socket, { heard })
  }
  const until = async (socket: Socket & { heard: string[] }, condition: () => boolean) => {
    for (let waited = 0; !condition(); waited += 5) {
      if (waited > TIMEOUT_MS) throw new Error(`no answer; heard ${socket.heard}`)
      await new Promise((next) => setTimeout(next, 5))
    }
  }
  const isWell = async () => {
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const socket = await dial()
    socket.emit('authenticate', { token: ACME_KEY })
    await until(socket, () => socket.heard.some((text) => text.startsWith('["authenticated"')))
    socket.disconnect()
  }

  const credentials = fc.oneof(
    hostileJson,
    fc.record(
      {
        token: fc.oneof(fc.constant(ACME_KEY), hostileJson),
        user_email: hostileJson,
        user_id: hostileJson,
        last_event_id: hostileJson,
        timezone: hostileJson,
      },
      { requiredKeys: ['token'] },
    ),
  )

  it('authenticate with anything: told yes or no, and nobody fails', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(credentials, async (given) => {
        const socket = await dial()
        socket.emit('authenticate', given)
        await until(socket, () => socket.heard.length > 0 || !socket.connected)
        socket.disconnect()
        expect(socket.heard.join()).not.toMatch(/The server failed/)
        expect(socket.heard.join()).not.toContain(MARKER)
        // Too long a message ends the connection without a word; all else is answered.
        if (JSON.stringify(given).length < 60_000) {
          expect(socket.heard[0]).toMatch(/^\["(?:un)?auth(?:enticated|orized)"/)
        }
      }),
      { numRuns: RUNS, seed: SEED },
    )
    await isWell()
  })

  it('events of a client with anything: a problem or an answer', { timeout: 600_000 }, async () => {
    const names = fc.oneof(
      fc.constant('texting.message.markAsRead'),
      fc.constant('authenticate'),
      hostileText,
    )
    const reserved = [
      'connect',
      'connect_error',
      'disconnect',
      'disconnecting',
      'newListener',
      'removeListener',
    ]
    const payload = fc.oneof(
      hostileJson,
      fc.record({ conversation_id: hostileJson, messagesIds: hostileJson }),
      fc.constant(Buffer.from([0, 1, 2])),
    )
    const start = async () => {
      const started = await dial()
      started.emit('authenticate', { token: ACME_KEY })
      await until(started, () => started.heard.length > 0)
      return started
    }
    let socket = await start()
    await fc.assert(
      fc.asyncProperty(names, payload, async (name, given) => {
        fc.pre(!reserved.includes(name))
        if (!socket.connected) socket = await start()
        const asked = socket.timeout(TIMEOUT_MS).emitWithAck(name, given)
        const cut = until(socket, () => !socket.connected).then(() => 'cut off')
        cut.catch(() => {})
        const answer = JSON.stringify(await Promise.race([asked.catch(String), cut]))
        expect(answer).not.toMatch(/timed out|"status":5/)
        expect(answer).not.toContain(MARKER)
      }),
      { numRuns: RUNS, seed: SEED },
    )
    socket.disconnect()
    await isWell()
  })

  it('what is no socket.io at all', async () => {
    for (const packet of [
      '',
      '4',
      '40',
      '42',
      '42["',
      '42[',
      '42{}',
      '451-["a"]',
      '9',
      '4\0',
      '42["a"]'.repeat(9),
    ]) {
      const shaken = await (await fetch(`${url}/ws/?EIO=4&transport=polling`)).text()
      const { sid } = JSON.parse(shaken.slice(1)) as { sid: string }
      const door = `${url}/ws/?EIO=4&transport=polling&sid=${sid}`
      const answer = await fetch(door, {
        method: 'POST',
        body: packet,
        headers: { 'content-type': 'text/plain' },
      })
      expect(answer.status, packet).toBeLessThan(500)
    }
    for (const query of [
      '',
      '?EIO=x',
      '?EIO=4',
      '?EIO=4&transport=x',
      '?EIO=4&transport=polling&sid=%00',
      '?%',
    ]) {
      expect((await fetch(`${url}/ws/${query}`)).status, query).toBeLessThan(500)
    }
    const raw = connect(Number(new URL(url).port), '127.0.0.1')
    raw.on('error', () => {})
    raw.write(
      'GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    )
    await new Promise((closed) => raw.once('close', closed).resume())
    await isWell()
  })
})
