import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountOf, type Driver, startDriver } from '../../harness/asterisk/asterisk-driver.ts'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import {
  writeProviderCertificate,
  writeWrongCertificate,
} from '../../harness/asterisk/provider-certificate.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const DID = '+12025550123'
const PASSWORD = 'the-password-of-the-trunk'

describe.skipIf(missing)(`trunks over TCP and TLS${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-trunks-'))
  const tls = writeProviderCertificate(folder)
  let phones: PhoneWorld
  let provider: SipProvider | undefined
  beforeAll(async () => {
    // Without a certificate of its own, as for phones by UDP.
    phones = await startPhoneWorld({ parameters: { sipTls: undefined } })
    const destination = { kind: 'internal', pbx: phones.world.acmePbx, number: '1001' }
    expect((await phones.world.ada.post('/dids', { number: DID, destination })).status).toBe(201)
  })
  afterEach(async () => {
    await phones.endPhones()
    for (const { id } of (await phones.world.ada.get('/trunks')).body) {
      await phones.world.ada.delete(`/trunks/${id}`)
    }
    provider?.stop()
  })
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function createTrunk(
    transport: string,
    port: number,
    username: string,
    host = '127.0.0.1',
  ): Promise<string> {
    const account = { kind: 'registration', host, username, password: PASSWORD }
    const made = await phones.world.ada.post('/trunks', { name: 'Provider', transport, port, ...account })
    expect(made.status).toBe(201)
    return made.body.id
  }
  const becomes = (id: string, state: string) =>
    expect.poll(async () => (await phones.world.ada.get(`/trunks/${id}`)).body.state).toBe(state)
  const problemIs = (id: string, problem: string | null) =>
    expect.poll(async () => (await phones.world.ada.get(`/trunks/${id}`)).body.problem).toBe(problem)

  it.each(['tcp', 'tls'] as const)('a trunk registers over %s, and calls go both ways', async (transport) => {
    provider = await startSipProvider('127.0.0.1', { transport, tls })
    const id = await createTrunk(transport, provider.port, 'acme')
    await becomes(id, 'registered')
    await problemIs(id, null)
    expect(provider.contact()).toContain(`;transport=${transport.toUpperCase()}`)
    const ada = await phones.startPhone(1001)
    const to = `sip:${DID}@127.0.0.1`
    const inbound = provider.call(provider.contact(), { to })
    await ada.rings()
    ada.command('accept')
    await waitUntil('it is answered', () => inbound.status() === '200')
    inbound.hangUp()
    await phones.inHistory(`+15550199 -> ${DID}: answered, 1001 answered`)
    ada.events.length = 0
    ada.call('2025550177')
    await ada.talks()
    expect(provider.requests('INVITE')[0]!.header('Via')).toContain(`SIP/2.0/${transport.toUpperCase()} `)
    ada.command('hangup')
    await waitUntil('it ends', () => provider!.requests('BYE').length > 0)
    await phones.inHistory('1001 -> 2025550177: answered, +12025550177 answered')
    // Providers restart. The trunk does not wait for its next turn.
    provider.dropConnections()
    await waitUntil('it is registered again', () => provider!.contact() !== '')
  })

  it.each([
    ['nobody vouches for', '127.0.0.1', 'unknown_authority', writeWrongCertificate(folder, 'unknown')],
    ['is out of date', '127.0.0.1', 'expired', writeWrongCertificate(folder, 'expired')],
    ['is for another host', '127.0.0.2', 'other_name', tls],
  ])(
    'a provider whose certificate %s is told nothing, and we are told why',
    async (_, host, fault, wrong) => {
      provider = await startSipProvider(host, { transport: 'tls', tls: wrong })
      const id = await createTrunk('tls', provider.port, 'acme', host)
      await becomes(id, 'rejected')
      await problemIs(id, `certificate_${fault}`)
      expect(provider.received).toEqual([])
      // Another connection, about which nothing is known yet.
      const elsewhere = await phones.world.ada.patch(`/trunks/${id}`, { transport: 'udp' })
      expect(elsewhere.body).toMatchObject({ state: 'unknown', problem: null })
    },
  )
})

describe.skipIf(missing).each(['tcp', 'tls'] as const)(
  `a trunk to another Asterisk over %s${missing}`,
  (by) => {
    let phones: PhoneWorld
    let other: RunningAsterisk
    let driver: Driver
    beforeAll(async () => {
      ;[phones, other] = [await startPhoneWorld(), await startAsterisk('SQLite')]
      driver = await startDriver(other)
      await driver.pbx.put(accountOf(7001, '127.0.0.1', PASSWORD))
    })
    afterAll(async () => {
      await driver?.pbx.stop()
      await phones?.stop()
      await other?.stop()
    })

    it('is registered there, until it is deleted', async () => {
      const port = by === 'tls' ? other.tlsPort : other.sipPort
      const account = { kind: 'registration', username: '7001', password: PASSWORD, host: '127.0.0.1', port }
      const { body } = await phones.world.ada.post('/trunks', { name: 'Other', transport: by, ...account })
      const bindings = async () =>
        (await driver.pbx.registration({ number: 7001, domain: '127.0.0.1' })).bindings
      await waitUntil('it is registered there', async () => (await bindings()).length === 1)
      await expect
        .poll(async () => (await phones.world.ada.get(`/trunks/${body.id}`)).body.state)
        .toBe('registered')
      await phones.world.ada.delete(`/trunks/${body.id}`)
      await waitUntil('it is gone there', async () => (await bindings()).length === 0)
    })
  },
)
