import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const DID = '+12025550126'
const OWN = '+12025550166'
const FIXED = '+12025550100'

describe.skipIf(missing)(`the caller id of calls that follow somebody outside${missing}`, () => {
  let phones: PhoneWorld
  let provider: SipProvider
  let second: SipProvider
  beforeAll(async () => {
    phones = await startPhoneWorld()
    provider = await startSipProvider('127.0.0.1')
    second = await startSipProvider('127.0.0.2')
    const { ada, acmePbx } = phones.world
    for (const [order, { address, port }] of [provider, second].entries()) {
      const trunk = { name: address, kind: 'ip', host: address, port, order }
      expect((await ada.post('/trunks', trunk)).status).toBe(201)
    }
    const destination = { kind: 'internal', pbx: acmePbx, number: '1002' }
    expect((await ada.post('/dids', { number: DID, destination })).status).toBe(201)
    await waitUntil('both are asked', () =>
      [provider, second].every((one) => one.requests('OPTIONS').length > 0),
    )
    await phones.change(1002, {
      findmefollow_enabled: 'yes',
      findmefollow_grplist: '12025550177#',
      findmefollow_pre_ring: 0,
      findmefollow_fixedcid: '(202) 555-0100',
      outboundcid: OWN,
    })
  })
  afterAll(async () => {
    await phones?.stop()
    provider?.stop()
    second?.stop()
  })

  /** The number that the provider is shown when the call comes that `begin` makes. */
  async function shownIn(begin: () => { status(): string; hangUp(): void }) {
    const [invitations, ends] = ['INVITE', 'BYE'].map((name) => provider.requests(name).length) as [
      number,
      number,
    ]
    const call = begin()
    await waitUntil('the provider is called', () => provider.requests('INVITE').length > invitations)
    await waitUntil('they talk', () => call.status() === '200')
    call.hangUp()
    await waitUntil('it ends', () => provider.requests('BYE').length > ends)
    return /<sip:([^@]+)@/.exec(provider.requests('INVITE').at(-1)!.header('From'))?.[1]
  }

  it('is the one that the extension has chosen, for callers inside and outside', async () => {
    const ada = await phones.startPhone(1001)
    const fromInside = () => {
      const talks = () => ada.events.filter((type) => type === 'CALL_ESTABLISHED').length
      const before = talks()
      ada.call(1002)
      return { status: () => (talks() > before ? '200' : ''), hangUp: () => ada.command('hangup') }
    }
    const fromOutside = () => second.call(`sip:${DID}@127.0.0.1:${phones.asterisk.sipPort}`)
    const shown: Record<string, unknown> = {}
    for (const mode of ['default', 'fixed', 'extern', 'did']) {
      await phones.change(1002, { findmefollow_changecid: mode })
      shown[mode] = [await shownIn(fromInside), await shownIn(fromOutside)]
    }
    expect(shown).toEqual({
      default: [OWN, OWN],
      fixed: [FIXED, FIXED],
      extern: [OWN, FIXED],
      did: [OWN, DID],
    })
  })
})
