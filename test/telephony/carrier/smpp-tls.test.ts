import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { Smsc } from '../../harness/smsc.ts'
import { smscCertificate } from '../../harness/smsc-certificate.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const OUTSIDE = '+12025550150'
const ADAS = '+12025550101'
const soon = { timeout: 40_000, interval: 50 }

/** As NODE_EXTRA_CA_CERTS does, which is read only when a process starts. */
function trustCertificate(): void {
  const create = tls.createSecureContext
  vi.spyOn(tls, 'createSecureContext').mockImplementation((options) => {
    const made = create(options) as tls.SecureContext & { context: { addCACert(pem: string): void } }
    if (options?.cert === undefined) made.context.addCACert(smscCertificate.cert)
    return made
  })
}

describe.each(engines)('SMPP over TLS on %s', (engine) => {
  const smsc = new Smsc('opensesame', smscCertificate)
  let world: TelephonyWorld
  beforeAll(async () => {
    await smsc.start()
    world = await startTelephonyWorld(engine, { LOG_LEVEL: 'silent' })
  })
  afterAll(async () => {
    await world?.stop()
    await smsc.stop()
  })
  afterEach(() => void vi.restoreAllMocks())

  const save = (more: object = {}) =>
    world.ada.put('/texting/carrier', {
      host: '127.0.0.1',
      port: Number(new URL(smsc.url).port),
      system_id: 'switchboard',
      password: 'opensesame',
      ...more,
    })
  const stateOf = async () => (await world.ada.get('/texting/carrier')).body
  const publish = async (client: TelephonyWorld['ada'], text: string) => {
    const talk = { from_number: ADAS, recipients: [{ number: OUTSIDE }] }
    const { id } = (await client.post('/texting/conversations', talk)).body
    return client.post(`/texting/conversations/${id}/messages/publish`, { text })
  }

  it('a certificate that nobody trusts: no connection, and the password is not sent', async () => {
    await save({ tls: true })
    await vi.waitFor(async () => expect((await stateOf()).problem).toMatch(/self.signed certificate/), soon)
    expect((await stateOf()).state).toBe('disconnected')
    expect(smsc.binds).toEqual([])
  })

  it('there is no connection without TLS', async () => {
    await save({ tls: false })
    await vi.waitFor(async () => expect((await stateOf()).state).toBe('disconnected'), soon)
    expect(smsc.binds).toEqual([])
  })

  it('a trusted one: texts go out and come in', async () => {
    trustCertificate()
    await save({ tls: true })
    await vi.waitFor(async () => expect((await stateOf()).state).toBe('connected'), soon)
    await publish(world.ada, 'Sealed')
    await vi.waitFor(() => expect(smsc.submits.map(({ text }) => text)).toEqual(['Sealed']), soon)
    const inbound = { source_addr: OUTSIDE.slice(1), destination_addr: ADAS.slice(1) }
    expect(await smsc.deliver({ ...inbound, short_message: Buffer.from('Also sealed') })).toBe(0)
  })

  it('the carrier of the server: SMPP_URL with smpps', async () => {
    trustCertificate()
    const other = new Smsc('opensesame', smscCertificate)
    await other.start()
    const server = await startTelephonyWorld(engine, { LOG_LEVEL: 'silent', SMPP_URL: other.url })
    try {
      await publish(server.ada, 'Sealed by the server')
      await vi.waitFor(() => expect(other.submits.at(-1)?.text).toBe('Sealed by the server'), soon)
    } finally {
      await server.stop()
      await other.stop()
    }
  })
})
