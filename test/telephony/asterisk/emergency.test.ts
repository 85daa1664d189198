import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`emergency calls${missing}`, () => {
  let phones: PhoneWorld
  let first: SipProvider
  let second: SipProvider
  beforeAll(async () => {
    phones = await startPhoneWorld()
    first = await startSipProvider('127.0.0.1')
    second = await startSipProvider('127.0.0.2')
  })
  afterEach(async () => {
    for (const provider of [first, second]) provider.respondWith('180 Ringing', '200 OK')
    await phones.endPhones()
  })
  afterAll(async () => {
    await phones?.stop()
    first?.stop()
    second?.stop()
  })

  const status = async () => (await phones.world.ada.get('/company/emergency')).body
  const missingNow = async () => (await status()).missing.map(({ what }: { what: string }) => what)
  const locationId = async () => (await phones.world.ada.get('/company/locations')).body[0].id

  it('the API says what is missing until they are configured', async () => {
    const { ada } = phones.world
    await ada.patch(`/company/locations/${await locationId()}`, { callerid: '', street: { name: '' } })
    expect(await missingNow()).toEqual(['trunk', 'address', 'callerid'])
    const trunk = (name: string, { address, port }: SipProvider, order: number) =>
      ada.post('/trunks', { name, kind: 'ip', host: address, port, order })
    expect((await trunk('First', first, 0)).status).toBe(201)
    expect(await missingNow()).toEqual(['working_trunk', 'address', 'callerid'])
    expect((await trunk('Second', second, 1)).status).toBe(201)
    await expect.poll(missingNow).toEqual(['address', 'callerid'])
    const states = async () => (await ada.get('/trunks')).body.map(({ state }: { state: string }) => state)
    await expect.poll(states).toEqual(['reachable', 'reachable'])
    const place = {
      street: { name: 'Main "Old"', number: 12, type: 'Street' },
      city: 'Springfield',
      state: 'IL',
      zip: '62701',
      country: 'US',
    }
    await ada.patch(`/company/locations/${await locationId()}`, { ...place, callerid: '+12025550123' })
    expect(await status()).toMatchObject({ is_ready: true, missing: [] })
    expect((await status()).locations[0].numbers).toContain('911')
    expect((await phones.world.ben.get('/company/emergency')).status).toBe(403)
  })

  it('they go first, with priority, the address of the location and its caller id', async () => {
    await phones.change(1001, { concurrency_limit: 1 })
    const ada = await phones.startPhone(1001)
    const ben = await phones.startPhone(1002)
    ada.call(1002)
    await ben.rings()
    ada.call(911)
    await waitUntil('the provider is called', () => first.requests('INVITE').length > 0)
    const [invitation] = first.requests('INVITE')
    expect(invitation!.firstLine).toContain('sip:911@')
    expect(invitation!.header('Priority')).toBe('emergency')
    expect(invitation!.header('Resource-Priority')).toBe('esnet.0')
    expect(invitation!.header('From')).toContain('+12025550123')
    expect(invitation!.header('Geolocation')).toMatch(/<cid:/)
    for (const part of ['Springfield', 'Main', '62701', 'civicAddress']) {
      expect(invitation!.text).toContain(part)
    }
    const audit = (await phones.world.ada.get('/audit')).body
    expect(audit.map(({ action }: { action: string }) => action)).toContain('call.emergency')
    await phones.change(1001, { concurrency_limit: 3 })
  })

  it('the emergency caller id of the extension counts more; every trunk is tried, even if one says busy', async () => {
    await phones.change(1001, { emergency_cid: '2025550188' })
    const ada = await phones.startPhone(1001)
    first.respondWith('486 Busy Here')
    ada.call(112)
    await ada.talks()
    expect(second.requests('INVITE').at(-1)!.header('From')).toContain('+12025550188')
    await phones.inHistory('1001 -> 112: in_progress, 112 busy, 112 answered')
  })

  it('while Switchboard is down, Asterisk places them by itself; the history has them later', async () => {
    const emergencies = async () =>
      (await phones.world.ada.get('/audit')).body.filter(
        ({ action }: { action: string }) => action === 'call.emergency',
      ).length
    const earlier = await emergencies()
    const calls = async () => (await phones.world.ada.get('/cdrs')).body as { id: string; to: string }[]
    const known = (await calls()).map(({ id }) => id)
    const ada = await phones.startPhone(1001)
    await phones.world.telephony.pbx.stop()
    const before = second.requests('INVITE').length
    first.respondWith('503 Service Unavailable')
    ada.call(911)
    await ada.talks()
    expect(second.requests('INVITE')).toHaveLength(before + 1)
    const invitation = second.requests('INVITE').at(-1)!
    expect(invitation.header('Priority')).toBe('emergency')
    expect(invitation.header('From')).toContain('+12025550123')
    ada.command('hangup')
    await waitUntil('it ends', () => ada.endings.length > 0)
    // Nothing else goes outside then.
    ada.call('+12025550177')
    await waitUntil('it is refused', () => ada.endings.length > 1)
    expect(ada.endings[1]).toContain('404')
    await phones.world.telephony.pbx.start()
    const callTo = async (number: string) =>
      (await calls()).find((one) => one.to === number && !known.includes(one.id))
    await waitUntil('the refused call is in the history', async () => Boolean(await callTo('+12025550177')))
    await waitUntil('the emergency call is in the history', async () => Boolean(await callTo('911')))
    const trunks = (await phones.world.ada.get('/trunks')).body
    expect(await callTo('911')).toMatchObject({
      direction: 'outbound',
      result: 'answered',
      called: [{ number: '911', outcome: 'answered', trunk_id: trunks[1].id }],
    })
    expect(await emergencies()).toBe(earlier + 1)
  })
})
