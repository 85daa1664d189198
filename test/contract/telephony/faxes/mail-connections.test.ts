import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailLimits } from '../../../../src/platform/mail/mail-connections.ts'
import { createFaxMailListener } from '../../../../src/telephony/fax/mail/fax-mail-listener.ts'
import { freePort } from '../../../harness/free-port.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

// Nothing here comes as far as a database.
describe('connections to the port for mail to be faxed', () => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld('SQLite')
  })
  afterAll(() => world.stop())

  async function withListener(limits: Partial<typeof mailLimits>, work: (port: number) => Promise<void>) {
    const port = await freePort()
    const settings = {
      ...world.telephony.config.telephony,
      faxMail: { port, domain: 'fax.example.com', tls: undefined, relays: undefined },
    }
    const config = { ...world.telephony.config, telephony: settings }
    const listener = createFaxMailListener({ ...world.telephony, config }, { ...mailLimits, ...limits })!
    await listener.open()
    await work(port)
    await listener.stop()
  }
  const dial = (port: number, localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    return socket
  }
  const greeted = (socket: Socket) =>
    new Promise<string>((done) => socket.once('data', (bytes) => done(bytes.toString())))

  it('a connection on which no mail begins is closed', () =>
    withListener({ waitingMs: 200 }, async (port) => {
      expect(await text(dial(port))).toMatch(/^220 [\s\S]*421 .*No mail came in time/)
    }))

  it('a connection is closed after its time, even if the client says something now and then', () =>
    withListener({ connectionMs: 400 }, async (port) => {
      const socket = dial(port)
      const timer = setInterval(() => socket.write('NOOP\r\n'), 50)
      const heard = await text(socket)
        .catch(() => '')
        .finally(() => clearInterval(timer))
      expect(heard).not.toMatch(/No mail came in time/)
    }))

  it('an address cannot have more connections than its share, and others still can', () =>
    withListener({ connectionsPerNetwork: 1 }, async (port) => {
      const first = dial(port)
      await greeted(first)
      expect(await text(dial(port))).toMatch(/^421 .*from your address/)
      const other = dial(port, '127.0.0.2')
      expect(await greeted(other)).toMatch(/^220 /)
      for (const socket of [first, other]) socket.destroy()
    }))

  it('silent clients make room for others when the port is full', () =>
    withListener({ connections: 10, connectionsPerNetwork: 20 }, async (port) => {
      const silent = Array.from({ length: 10 }, () => dial(port))
      const heard = silent.map((socket) => text(socket))
      await Promise.all(silent.map(greeted))
      const other = dial(port, '127.0.0.2')
      expect(await greeted(other)).toMatch(/^220 /)
      expect(await Promise.race(heard)).toMatch(/421 .*No mail came in time/)
      for (const socket of [...silent, other]) socket.destroy()
    }))
})
