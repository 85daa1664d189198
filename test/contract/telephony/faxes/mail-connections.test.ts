import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailLimits } from '../../../../src/platform/mail/mail-listener.ts'
import { createFaxMailListener } from '../../../../src/telephony/fax/mail/fax-mail-listener.ts'
import { freePort } from '../../../harness/mail-catcher.ts'
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
  const dial = (port: number) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    return socket
  }

  it('one that says nothing is closed', () =>
    withListener({ silentMs: 200 }, async (port) => {
      expect(await text(dial(port))).toMatch(/^220 [\s\S]*421 Timeout/)
    }))

  it('one that says something now and then, too, after its time', () =>
    withListener({ silentMs: 10_000, connectionMs: 400 }, async (port) => {
      const socket = dial(port)
      const timer = setInterval(() => socket.write('NOOP\r\n'), 50)
      const heard = await text(socket)
        .catch(() => '')
        .finally(() => clearInterval(timer))
      expect(heard).not.toMatch(/421 Timeout/)
    }))

  it('more than there may be are turned away', () =>
    withListener({ connections: 1 }, async (port) => {
      const first = dial(port)
      await new Promise((greeted) => first.once('data', greeted))
      expect(await text(dial(port))).toMatch(/^421 /)
      first.destroy()
    }))
})
