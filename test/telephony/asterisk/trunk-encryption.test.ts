import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountOf, type Driver, startDriver } from '../../harness/asterisk/asterisk-driver.ts'
import { createEar, tones } from '../../harness/asterisk/phone-ear.ts'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { writeProviderCertificate } from '../../harness/asterisk/provider-certificate.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { writeTone } from '../../harness/asterisk/tone.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const DID = '+12025550123'
const OUTSIDE = '+12025550177'
const SECRET = 'the-password-of-the-trunk'
const domain = '127.0.0.1'

/** The trunk has `media_encryption: sdes`, as everywhere in this file. */
describe.skipIf(missing)(`a trunk that encrypts sound${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-srtp-'))
  let phones: PhoneWorld
  beforeAll(async () => {
    phones = await startPhoneWorld()
    const destination = { kind: 'internal', pbx: phones.world.acmePbx, number: '1001' }
    expect((await phones.world.ada.post('/dids', { number: DID, destination })).status).toBe(201)
  })
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const newest = async () => (await phones.world.ada.get('/cdrs', { page_size: 1 })).body[0]

  async function createTrunk(port: number, username: string): Promise<string> {
    const { ada } = phones.world
    const account = {
      kind: 'registration',
      host: domain,
      port,
      username,
      password: SECRET,
      from_user: username,
    }
    const secure = { transport: 'tls', media_encryption: 'sdes' }
    const { status, body } = await ada.post('/trunks', { name: 'Provider', ...account, ...secure })
    expect(status).toBe(201)
    expect(body).toMatchObject(secure)
    const state = async () => (await ada.get(`/trunks/${body.id}`)).body.state
    await waitUntil('it is registered', async () => (await state()) === 'registered')
    return body.id
  }

  describe('to another Asterisk', () => {
    let other: RunningAsterisk
    let driver: Driver
    let callee: BaresipPhone
    let trunk: string
    const account = (media_encryption: string) => accountOf(7001, domain, SECRET, { media_encryption })
    beforeAll(async () => {
      other = await startAsterisk('SQLite')
      // All its calls go to one phone.
      driver = await startDriver(other, async ({ dialled }) => {
        const target = { kind: 'phone' as const, address: { number: 7002, domain } }
        const nowhere = { number: '', prefix: '' }
        return {
          kind: 'ring',
          callee: target.address,
          callerId: { name: '', number: dialled },
          stages: [{ targets: [target], seconds: 60 }],
          isBusy: false,
          mailbox: undefined,
          fallback: { busy: nowhere, noAnswer: nowhere, unavailable: nowhere },
        }
      })
      await driver.pbx.put(account('sdes'))
      await driver.pbx.put(accountOf(7002, domain, SECRET))
      writeTone(join(folder, 'callee.wav'), tones[1002]!)
      callee = await startBaresip({
        sipPort: other.sipPort,
        number: 7002,
        domain,
        secret: SECRET,
        plays: join(folder, 'callee.wav'),
        records: folder,
      })
      await waitUntil('it is registered', () => driver.events.includes(`7002@${domain} AUTHENTICATED`))
      trunk = await createTrunk(other.tlsPort, '7001')
    })
    afterAll(async () => {
      await phones.world.ada.delete(`/trunks/${trunk}`)
      await callee?.stop()
      await driver?.pbx.stop()
      await other?.stop()
    })

    it('carries a call in both directions, and the history says that it was encrypted', async () => {
      const ada = await phones.startPhone(1001)
      ada.call(OUTSIDE)
      await waitUntil('it rings there', () => callee.callers.length === 1)
      callee.command('accept')
      const hears = createEar(folder)
      await waitUntil('they hear each other', () => ada.hears() === 1002 && hears() === 1001)
      const called = [{ number: OUTSIDE, trunk_id: trunk, encryption: 'srtp' }]
      await expect.poll(newest).toMatchObject({ from: { encryption: 'none' }, called })
      ada.command('hangup')
      await phones.inHistory(`1001 -> ${OUTSIDE}: answered, ${OUTSIDE} answered`)
      expect(await newest()).toMatchObject({ called })
    })

    it('places no call if the provider has no encryption: it is not placed without', async () => {
      await driver.pbx.put(account('no'))
      const ada = await phones.startPhone(1001)
      const rung = callee.callers.length
      ada.call(OUTSIDE)
      expect(await ada.ending()).toBe('480')
      expect(callee.callers).toHaveLength(rung)
      await expect.poll(newest).toMatchObject({ called: [{ number: OUTSIDE, encryption: null }] })
    })
  })

  describe('to a provider', () => {
    let provider: SipProvider
    let trunk: string
    beforeAll(async () => {
      provider = await startSipProvider(domain, { transport: 'tls', tls: writeProviderCertificate(folder) })
      trunk = await createTrunk(provider.port, 'acme')
    })
    afterAll(async () => {
      await phones.world.ada.delete(`/trunks/${trunk}`)
      provider?.stop()
    })

    it('offers nothing but encrypted sound, and ends a call that is answered without', async () => {
      const ada = await phones.startPhone(1001)
      ada.call(OUTSIDE)
      await waitUntil('it is called', () => provider.requests('INVITE').length > 0)
      const offer = provider.requests('INVITE')[0]!.text
      expect(offer.match(/^m=.*$/gm)).toEqual([expect.stringMatching(/^m=audio \d+ RTP\/SAVP /)])
      expect(offer).toMatch(/^a=crypto:\d+ AES_CM_128_HMAC_SHA1_80 inline:/m)
      // The provider answers with RTP/AVP.
      await waitUntil('the provider is told', () => provider.requests('BYE').length > 0)
      await waitUntil('the call ends', () => ada.endings.length > 0)
      await expect.poll(newest).toMatchObject({ called: [{ number: OUTSIDE, encryption: null }] })
    })

    it('refuses a call that comes without encryption', async () => {
      const ada = await phones.startPhone(1001)
      const call = provider.call(provider.contact(), { to: `sip:${DID}@${domain}` })
      await waitUntil('there is a response', () => call.status() !== '')
      expect(call.status()).toBe('488')
      expect(ada.callers).toEqual([])
    })
  })
})
