import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const MOBILE = '+12025550177'

describe.skipIf(missing)(`providers that do not take a call${missing}`, () => {
  let phones: PhoneWorld
  let provider: SipProvider
  let second: SipProvider
  let trunks: string[]
  beforeAll(async () => {
    phones = await startPhoneWorld()
    provider = await startSipProvider('127.0.0.1')
    second = await startSipProvider('127.0.0.2')
    trunks = []
    for (const [order, { address, port }] of [provider, second].entries()) {
      const trunk = { name: address, kind: 'ip', host: address, port, order }
      const made = await phones.world.ada.post('/trunks', trunk)
      expect(made.status).toBe(201)
      trunks.push(made.body.id)
    }
    await waitUntil('both are asked', () =>
      [provider, second].every((one) => one.requests('OPTIONS').length > 0),
    )
  })
  afterEach(async () => {
    provider.respondWith('180 Ringing', '200 OK')
    second.respondWith('180 Ringing', '200 OK')
    await phones.endPhones()
  })
  afterAll(async () => {
    await phones?.stop()
    provider?.stop()
    second?.stop()
  })

  const newest = async () => (await phones.world.ada.get('/cdrs', { page_size: 1 })).body[0]

  it('a provider that does not respond is given up after a while', async () => {
    const ada = await phones.startPhone(1001)
    provider.respondWith()
    ada.call(MOBILE)
    await waitUntil('the second is asked', () => ada.events.includes('CALL_ESTABLISHED'))
    ada.command('hangup')
    await waitUntil('it ends', async () => (await newest()).result === 'answered')
    // Without another trunk, too: Asterisk itself would try for 32 seconds.
    const enable = (enabled: boolean) => phones.world.ada.patch(`/trunks/${trunks[1]}`, { enabled })
    expect((await enable(false)).status).toBe(200)
    const calls = ada.endings.length
    ada.call(MOBILE)
    await expect.poll(() => ada.endings.length, { timeout: 25_000 }).toBe(calls + 1)
    expect((await enable(true)).status).toBe(200)
    expect(ada.endings.at(-1)).toContain('480')
  }, 90_000)

  it('follow-me tries the next trunk, too, if one refuses or does not respond, while other phones ring', async () => {
    const [ada, hall] = [await phones.startPhone(1001), await phones.startPhone(1003)]
    await phones.change(1002, {
      findmefollow_enabled: 'yes',
      findmefollow_grplist: '12025550177#-1003',
      findmefollow_grptime: 30,
      findmefollow_pre_ring: 0,
      findmefollow_strategy: 'ringall',
    })
    for (const [responses, outcome] of [
      [['403 Forbidden'], 'rejected'],
      [[], 'unavailable'],
    ] as const) {
      provider.respondWith(...responses)
      second.respondWith('180 Ringing')
      ada.events.length = 0
      const [asked, rung] = [second.requests('INVITE').length, hall.callers.length]
      ada.call(1002)
      await waitUntil('the second is asked', () => second.requests('INVITE').length > asked)
      expect(hall.callers.length, 'the phone of the list rings once').toBe(rung + 1)
      second.respondNow('200 OK')
      await ada.talks()
      await expect.poll(newest).toMatchObject({
        called: [
          { outcome, trunk_id: trunks[0] },
          { number: MOBILE, outcome: 'answered' },
          { number: '1003', outcome: 'answered_elsewhere' },
        ],
      })
      ada.command('hangup')
      await waitUntil('it ends', async () => (await newest()).result === 'answered')
    }
    await phones.change(1002, { findmefollow_enabled: '' })
  }, 90_000)
})
