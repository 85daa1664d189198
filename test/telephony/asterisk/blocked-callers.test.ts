import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const DID = '+12025550123'

describe.skipIf(missing)(`callers outside who may not call${missing}`, () => {
  let phones: PhoneWorld
  let provider: SipProvider
  beforeAll(async () => {
    phones = await startPhoneWorld()
    provider = await startSipProvider('127.0.0.2')
    const { ada, acmePbx } = phones.world
    const trunk = { name: 'First', kind: 'ip', host: '127.0.0.2', port: provider.port }
    expect((await ada.post('/trunks', trunk)).status).toBe(201)
    const destination = { kind: 'internal', pbx: acmePbx, number: '1001' }
    expect((await ada.post('/dids', { number: DID, destination })).status).toBe(201)
    await waitUntil('it is asked', () => provider.requests('OPTIONS').length > 0)
  })
  afterAll(async () => {
    await phones?.stop()
    provider?.stop()
  })

  const asterisk = (number: string) => `sip:${number}@127.0.0.1:${phones.asterisk.sipPort}`
  const newest = async () => (await phones.world.ada.get('/cdrs', { page_size: 1 })).body[0]

  it('a blocked number does not ring, a withheld one is refused, and an unknown caller is accepted with 1', async () => {
    const owner = phones.world.ada
    const ada = await phones.startPhone(1001)
    const { id } = (await owner.post('/blocked-numbers', { number: '(202) 555-0199' })).body
    await owner.patch('/call-screening', { reject_anonymous: true, screen_unknown: true })
    const refused = provider.call(asterisk(DID), { from: '12025550199' })
    await waitUntil('the number is refused', () => refused.status() !== '')
    expect(refused.status()).toBe('486')
    const withheld = provider.call(asterisk(DID), { from: 'anonymous', name: 'Anonymous' })
    await waitUntil('the withheld number is refused', () => withheld.status() !== '')
    expect(withheld.status()).toBe('403')
    expect(ada.callers).toEqual([])
    const results = async () =>
      (await owner.get('/cdrs', { page_size: 2 })).body.map(
        (call: { result: string; called: { outcome: string }[] }) =>
          `${call.result} ${call.called.map(({ outcome }) => outcome)}`,
      )
    await expect.poll(results).toEqual(['blocked_anonymous blocked', 'blocked_number blocked'])
    const stranger = provider.call(asterisk(DID), { from: '12025550142' })
    await ada.rings()
    ada.command('accept')
    await waitUntil('she is connected with the question', () => ada.events.includes('CALL_ESTABLISHED'))
    expect(stranger.status()).toBe('')
    ada.command('sndcode', '1')
    await waitUntil('it is answered', () => stranger.status() === '200')
    stranger.hangUp()
    await expect.poll(newest).toMatchObject({ result: 'answered', called: [{ outcome: 'answered' }] })
    await owner.delete(`/blocked-numbers/${id}`)
    await owner.patch('/call-screening', { reject_anonymous: false, screen_unknown: false })
  })
})
