import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const DID = '+12025550123'

/** 1002 and 1005 ring in the group front, 1003 in back. 1004 may take calls of front. */
describe.skipIf(missing)(`picking up calls that ring elsewhere, with Asterisk${missing}`, () => {
  let phones: PhoneWorld
  let provider: SipProvider
  const strangers: BaresipPhone[] = []
  beforeAll(async () => {
    phones = await startPhoneWorld()
    provider = await startSipProvider('127.0.0.2')
    const { world, list } = phones
    expect((await world.ada.post(list, { data: { id: 1005, name: 'Front desk' } })).status).toBe(201)
    const groups = { 1002: 'sales, front', 1005: 'front', 1003: 'back' }
    for (const [number, namedcallgroup] of Object.entries(groups)) {
      await phones.change(Number(number), { namedcallgroup })
    }
    await phones.change(1004, { namedpickupgroup: 'front,upstairs' })
    const group = { number: 6001, name: 'All', members: ['1002', '1003'] }
    expect((await world.ada.post(`/instances/${world.acmePbx}/ring-groups`, group)).status).toBe(201)
    const trunk = { name: 'Provider', kind: 'ip', host: '127.0.0.2', port: provider.port }
    expect((await world.ada.post('/trunks', trunk)).status).toBe(201)
    const destination = { kind: 'internal', pbx: world.acmePbx, number: '1002' }
    expect((await world.ada.post('/dids', { number: DID, destination })).status).toBe(201)
    await waitUntil('the provider is asked', () => provider.requests('OPTIONS').length > 0)
  })
  afterEach(async () => {
    for (const phone of strangers.splice(0)) await phone.stop()
    await phones.endPhones()
  })
  afterAll(async () => {
    await phones?.stop()
    provider?.stop()
  })

  const start = (...numbers: number[]) =>
    Promise.all(numbers.map((number) => phones.startPhone(number))) as Promise<
      [WorldPhone, WorldPhone, WorldPhone, WorldPhone, WorldPhone]
    >
  const stops = (phone: WorldPhone) => waitUntil('it is quiet', () => phone.endings.length > 0)
  /** A phone of another instance or company, with the same groups. */
  async function startStranger(client: 'ada' | 'hank', instance: number): Promise<BaresipPhone> {
    const { uuid, internal_domain: domain } = (await phones.world[client].get('/instances')).body[instance]
    const list = `/instances/${uuid}/bulks/extensions`
    const settings = { namedcallgroup: 'front', namedpickupgroup: 'front' }
    const data = { id: 1777, name: 'Stranger', ...settings }
    const { status, body } = await phones.world[client].post(list, { data })
    expect(status).toBe(201)
    const { sipPort } = phones.asterisk
    const phone = await startBaresip({ sipPort, number: 1777, domain, secret: body.data.secret })
    strangers.push(phone)
    const state = async () => (await phones.world[client].get(`${list}/${body._id}`)).body.subscriber.state
    await waitUntil('it is registered', async () => (await state()) === 'AUTHENTICATED')
    return phone
  }
  const refused = async (phone: BaresipPhone, code: string, count = 1) => {
    phone.command('dial', `sip:${code}@any.test`)
    await waitUntil(`${code} is refused`, () => phone.endings.length === count)
    return phone.endings.at(-1)!.slice(0, 3)
  }

  it('*8 takes the call: ringing stops, both talk, and the history says who took it', async () => {
    const [ada, ben, dora] = await start(1001, 1002, 1004)
    ada.call(1002)
    await ben.rings()
    dora.call('*8')
    await Promise.all([ada.talks(), dora.talks(), stops(ben)])
    await waitUntil('Ada hears Dora', () => ada.hears() === 1004)
    await waitUntil('Dora hears Ada', () => dora.hears() === 1001)
    const channel = (await phones.channels()).find(({ name }) => name.startsWith('PJSIP/1004@'))!
    const shown = ['name', 'num'].map((part) => phones.evaluate(channel.id, `CONNECTEDLINE(${part})`))
    expect(await Promise.all(shown)).toEqual(['Ada Lovelace', '1001'])
    await expect.poll(() => phones.statuses(1001, 1002, 1004)).toBe('in_call idle in_call')
    await phones.inHistory(
      '1004 -> *8: answered',
      '1001 -> 1002: in_progress, 1002 answered_elsewhere, 1004 answered',
    )
    dora.command('hangup')
    await stops(ada)
    await phones.inHistory(
      '1004 -> *8: answered',
      '1001 -> 1002: answered, 1002 answered_elsewhere, 1004 answered',
    )
    await expect.poll(() => phones.statuses(1001, 1002, 1004)).toBe('idle idle idle')
  })

  it('*8 takes the call that has rung longest, ** that of a number; the other one rings on', async () => {
    const [ada, ben, hall, dora, desk] = await start(1001, 1002, 1003, 1004, 1005)
    for (const [code, taken, left] of [
      ['*8', ada, hall],
      ['**1005', hall, ada],
    ] as const) {
      const before = [ben.callers.length, desk.callers.length]
      ada.call(1002)
      await waitUntil('Ben is called', () => ben.callers.length > before[0]!)
      hall.call(1005)
      await waitUntil('the desk is called', () => desk.callers.length > before[1]!)
      dora.call(code)
      await waitUntil('Dora has the right call', () => dora.hears() === taken.number)
      expect(await phones.statuses(left === ada ? 1002 : 1005)).toBe('ringing')
      for (const phone of [dora, left]) phone.command('hangup')
      await expect.poll(() => phones.statuses(1001, 1002, 1003, 1004, 1005)).toBe('idle idle idle idle idle')
    }
  })

  it('a call to a ring group can be taken by its number', async () => {
    const [ada, ben, hall, dora] = await start(1001, 1002, 1003, 1004)
    ada.call(6001)
    await Promise.all([ben.rings(), hall.rings()])
    dora.call('**6001')
    await Promise.all([ada.talks(), dora.talks(), stops(ben), stops(hall)])
    ada.command('hangup')
    await phones.inHistory(
      '1004 -> **6001: answered',
      '1001 -> 6001: answered, 1002 answered_elsewhere, 1003 answered_elsewhere, 1004 answered',
    )
  })

  it('a call from outside can be taken', async () => {
    const [ben, dora] = await start(1002, 1004)
    const call = provider.call(`sip:${DID}@127.0.0.1:${phones.asterisk.sipPort}`, { from: '2025550199' })
    await ben.rings()
    dora.call('*8')
    await Promise.all([dora.talks(), stops(ben)])
    await waitUntil('it is answered', () => call.status() === '200')
    call.hangUp()
    await phones.inHistory(
      '1004 -> *8: answered',
      `+12025550199 -> ${DID}: answered, 1002 answered_elsewhere, 1004 answered`,
    )
  })

  it('404: nothing rings, or only in other groups, or the call has been answered', async () => {
    const [ada, ben, hall, dora] = await start(1001, 1002, 1003, 1004)
    expect(await refused(dora, '*8')).toBe('404')
    await phones.inHistory('1004 -> *8: unavailable')
    ada.call(1003)
    await hall.rings()
    expect(await refused(dora, '*8', 2)).toBe('404')
    expect(await refused(dora, '**1003', 3)).toBe('404')
    expect(await refused(dora, '**1002', 4)).toBe('404')
    expect(await refused(ben, '**1003')).toBe('404')
    hall.command('accept')
    await ada.talks()
    await phones.change(1003, { namedcallgroup: 'front' })
    expect(await refused(dora, '**1003', 5)).toBe('404')
    await phones.change(1003, { namedcallgroup: 'back' })
    expect([ada.endings, hall.endings]).toEqual([[], []])
    // One's own call is no call of a colleague.
    dora.call(1002)
    await ben.rings()
    expect(await refused(dora, '*8', 6)).toBe('404')
  })

  it('nobody else takes it: another instance, another company, a disabled user', async () => {
    const { world } = phones
    expect((await world.ada.post('/company/locations', { name: 'Branch' })).status).toBe(201)
    const [branch, globex] = [await startStranger('ada', 1), await startStranger('hank', 0)]
    await phones.change(1002, { namedpickupgroup: 'front' })
    const [ada, ben, desk] = await start(1001, 1002, 1005)
    ada.call(1005)
    await desk.rings()
    for (const phone of [branch, globex]) {
      expect(await refused(phone, '*8')).toBe('404')
      expect(await refused(phone, '**1005', 2)).toBe('404')
    }
    const url = `/company/contacts/${world.demo.acme.ben.id}`
    expect((await world.ada.patch(url, { activated: false })).status).toBe(200)
    expect(await refused(ben, '*8')).toBe('401')
    expect((await world.ada.patch(url, { activated: true })).status).toBe(200)
    expect(await phones.statuses(1001, 1005)).toBe('ringing ringing')
    await phones.change(1002, { namedpickupgroup: '' })
  })

  it('two take it at once: one gets it, the other 404', async () => {
    await phones.change(1003, { namedpickupgroup: 'front' })
    const [ada, ben, hall, dora] = await start(1001, 1002, 1003, 1004)
    ada.call(1002)
    await ben.rings()
    for (const phone of [hall, dora]) phone.call('*8')
    await ada.talks()
    await waitUntil('one is refused', () => hall.endings.length + dora.endings.length === 1)
    const [winner, loser] = dora.endings.length === 0 ? [dora, hall] : [hall, dora]
    expect(await loser.ending()).toBe('404')
    await winner.talks()
    await waitUntil('the winner hears Ada', () => winner.hears() === 1001)
    winner.command('hangup')
    await stops(ada)
    await phones.change(1003, { namedpickupgroup: '' })
  })

  it('the callee answers at the same moment: one of both gets the call', async () => {
    const [ada, ben, dora] = await start(1001, 1002, 1004)
    ada.call(1002)
    await ben.rings()
    dora.call('*8')
    ben.command('accept')
    await ada.talks()
    await waitUntil('one is left', () => ben.endings.length + dora.endings.length === 1)
    const winner = ben.endings.length === 0 ? ben : dora
    await waitUntil('the winner hears Ada', () => winner.hears() === 1001)
    expect(await phones.statuses(1001, winner.number)).toBe('in_call in_call')
    ada.command('hangup')
    const outcomes = winner === ben ? '1002 answered' : '1002 answered_elsewhere, 1004 answered'
    const taken = winner === ben ? 'unavailable' : 'answered'
    await phones.inHistory(`1004 -> *8: ${taken}`, `1001 -> 1002: answered, ${outcomes}`)
  })

  it('who takes it counts: their recording rule and their limit of calls', async () => {
    await phones.change(1004, { recording_in_internal: 'force', concurrency_limit: 1 })
    const [ada, ben, hall, dora] = await start(1001, 1002, 1003, 1004)
    ada.call(1002)
    await ben.rings()
    dora.call(1003)
    await hall.rings()
    expect(await refused(dora, '*8')).toBe('503')
    hall.command('hangup')
    await waitUntil("Dora's first call ends", () => dora.endings.length === 2)
    dora.call('*8')
    await ada.talks()
    await waitUntil('Dora hears Ada', () => dora.hears() === 1001)
    const { recordings } = phones.asterisk
    const bytes = () => readdirSync(recordings).map((name) => statSync(join(recordings, name)).size)
    await waitUntil('two seconds are recorded', () => bytes().some((size) => size > 32_000))
    ada.command('hangup')
    const newest = async () => (await phones.world.ada.get('/cdrs', { number: '1002' })).body[0]
    await expect.poll(async () => (await newest()).recording).not.toBeNull()
    // Ben's phone only rang.
    expect((await phones.world.ben.get('/cdrs', { number: '1002' })).body[0].recording).toBeNull()
    await phones.change(1004, { recording_in_internal: 'dontcare', concurrency_limit: 3 })
  })

  it('the call goes on while Switchboard restarts', async () => {
    const [ada, ben, dora] = await start(1001, 1002, 1004)
    ada.call(1002)
    await ben.rings()
    dora.call('*8')
    await Promise.all([ada.talks(), dora.talks(), stops(ben)])
    await waitUntil('Dora hears Ada', () => dora.hears() === 1001)
    await phones.world.telephony.pbx.stop()
    await phones.world.telephony.pbx.start()
    ada.command('hangup')
    await stops(dora)
    await phones.inHistory(
      '1004 -> *8: answered',
      '1001 -> 1002: answered, 1002 answered_elsewhere, 1004 answered',
    )
  })
})
