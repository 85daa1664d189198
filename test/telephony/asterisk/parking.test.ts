import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

/** 700 parks, 701 to 703 are the slots. */
describe.skipIf(missing)(`parked calls through Asterisk${missing}`, () => {
  let phones: PhoneWorld
  let lot: string
  const watchers: PlainPhone[] = []
  beforeAll(async () => {
    phones = await startPhoneWorld({ serverSettings: { ASTERISK_HAS_TRANSFER_FIX: 'yes' } })
    const { world } = phones
    const made = await world.ada.post(`/instances/${world.acmePbx}/parking-lots`, {
      ...{ number: 700, name: 'Parking', first_slot: 701, last_slot: 703, return_after: 600 },
    })
    expect(made.status).toBe(201)
    lot = `/instances/${world.acmePbx}/parking-lots/${made.body.id}`
  })
  beforeEach(() => change({ return_after: 600 }))
  afterEach(async () => {
    for (const watcher of watchers.splice(0)) {
      await watcher.register(0)
      await watcher.close()
    }
    await phones?.endPhones()
  })
  afterAll(() => phones?.stop())

  const change = async (settings: object) =>
    expect((await phones.world.ada.patch(lot, settings)).status).toBe(200)
  const start = (...numbers: number[]) =>
    Promise.all(numbers.map((number) => phones.startPhone(number))) as Promise<
      [WorldPhone, WorldPhone, WorldPhone]
    >
  const hear = async (one: WorldPhone, other: WorldPhone) => {
    await waitUntil(`${one.number} hears ${other.number}`, () => one.hears() === other.number)
    await waitUntil(`${other.number} hears ${one.number}`, () => other.hears() === one.number)
  }
  async function talk(caller: WorldPhone, callee: WorldPhone) {
    caller.call(callee.number)
    await callee.rings()
    callee.command('accept')
    await hear(caller, callee)
  }
  const parked = async () =>
    (await phones.world.ben.get(`${lot}/calls`)).body.map(
      (one: { slot: number; number: string; parked_by: string }) =>
        `${one.slot}: ${one.number} by ${one.parked_by}`,
    )
  const isParked = (...calls: string[]) => expect.poll(parked, { timeout: 15_000 }).toEqual(calls)
  const ended = (phone: WorldPhone, times = 1) =>
    waitUntil(`a call of ${phone.number} ends`, () => phone.endings.length >= times)
  async function events(): Promise<string[]> {
    const { read } = phones.world.telephony.database
    const rows = await read
      .selectFrom('events')
      .select('payload')
      .where('type', '=', 'parking.updated')
      .orderBy('position')
      .execute()
    return rows.map(({ payload }) => {
      const { slot, state, picked_up_by: by } = JSON.parse(String(payload))
      return `${slot} ${state}${by === '' ? '' : ` by ${by}`}`
    })
  }
  async function startWatcher(number: number) {
    const { secret } = (await phones.extension(number)).data
    const { sipPort } = phones.asterisk
    const watcher = await createPlainPhone({ sipPort, number, domain: phones.domain, secret })
    watchers.push(watcher)
    expect(await watcher.register()).toBe(200)
    return watcher
  }
  const lampOf = (watcher: PlainPhone) =>
    /<state>(\w+)<\/state>/.exec(watcher.notified('dialog').at(-1) ?? '')?.[1]
  const watch = (watcher: PlainPhone, slot: number) =>
    expect
      .poll(() => watcher.subscribe(slot, 'dialog', 'application/dialog-info+xml'), { timeout: 15_000 })
      .toBe(200)

  it('by transfer: the caller hears music, the lamp shows it, a colleague picks the call up', async () => {
    const dora = await startWatcher(1004)
    await watch(dora, 701)
    await waitUntil('the slot is free', () => lampOf(dora) === 'terminated')
    const [ada, ben, hall] = await start(1001, 1002, 1003)
    const before = (await events()).length
    await talk(ada, ben)
    ben.command('transfer', `sip:700@${phones.domain}`)
    await isParked('701: 1001 by 1002')
    await waitUntil('the slot is taken', () => lampOf(dora) === 'confirmed')
    await waitUntil('Ada hears music, not Ben', () => ada.hears() !== 1002)
    await expect.poll(() => phones.statuses(1002)).toBe('idle')
    expect(ada.endings).toEqual([])
    hall.call(701)
    await hear(ada, hall)
    await isParked()
    await waitUntil('the slot is free again', () => lampOf(dora) === 'terminated')
    await phones.inHistory(
      '1003 -> 701: answered',
      '1001 -> 1002: in_progress, 1002 answered, 1003 answered, transferred to 701',
    )
    expect((await events()).slice(before)).toEqual(['701 parked', '701 picked_up by 1003'])
    hall.command('hangup')
    await ended(ada)
  })

  it('by *68, while the call is on hold: the callee is parked, and the slot is said', async () => {
    const [ada, ben, hall] = await start(1001, 1002, 1003)
    await talk(ada, ben)
    ada.command('hold')
    await expect.poll(() => phones.statuses(1001)).toBe('on_hold')
    ada.call('*68')
    await isParked('701: 1002 by 1001')
    await ended(ada, 2)
    await phones.inHistory(
      '1002 -> 701: in_progress',
      '1001 -> *68: answered',
      '1001 -> 1002: answered, 1002 answered, transferred to 701',
    )
    hall.call(701)
    await hear(ben, hall)
    ben.command('hangup')
    await ended(hall)
    await isParked()
  })

  it('nobody picks it up: it goes back to who parked it, also after a restart of Switchboard', async () => {
    await change({ return_after: 12 })
    const [ada, ben] = await start(1001, 1002)
    await talk(ada, ben)
    ben.command('transfer', `sip:702@${phones.domain}`)
    await isParked('702: 1001 by 1002')
    await phones.world.telephony.pbx.stop()
    await phones.world.telephony.pbx.start()
    await isParked('702: 1001 by 1002')
    await waitUntil('it comes back', () => ben.callers.length === 2)
    await isParked()
    ben.command('accept')
    await hear(ada, ben)
    expect((await events()).at(-1)).toBe('702 returned')
    ada.command('hangup')
    await ended(ben)
    await phones.inHistory('1001 -> 1002: answered, 1002 answered, transferred to 702')
  })

  it('after a restart it can be picked up; a caller who hangs up frees the slot', async () => {
    const [ada, ben, hall] = await start(1001, 1002, 1003)
    await talk(ada, ben)
    ben.command('transfer', `sip:703@${phones.domain}`)
    await isParked('703: 1001 by 1002')
    await phones.world.telephony.pbx.stop()
    await phones.world.telephony.pbx.start()
    await waitUntil('Switchboard is back', async () => (await parked()).length === 1)
    await expect
      .poll(
        async () => {
          if (hall.hears() !== 1001) hall.call(703)
          await new Promise((next) => setTimeout(next, 1500))
          return hall.hears()
        },
        { timeout: 20_000 },
      )
      .toBe(1001)
    hall.command('transfer', `sip:700@${phones.domain}`)
    await isParked('701: 1001 by 1003')
    ada.command('hangup')
    await isParked()
    expect((await events()).at(-1)).toBe('701 ended')
  })

  it('by the API: the people in the call and the owner, where a slot is free', async () => {
    const { world } = phones
    const [ada, ben, hall] = await start(1001, 1002, 1003)
    await talk(ada, ben)
    const [{ id }] = (await world.ada.get('/cdrs', { page_size: 1 })).body
    expect((await world.hank.post(`/cdrs/${id}/park`, {})).status).toBe(404)
    expect((await world.ben.post(`/cdrs/${id}/park`, { slot: 1003 })).status).toBe(400)
    expect((await world.ben.post(`/cdrs/${id}/park`, { slot: 702 })).status).toBe(202)
    await isParked('702: 1001 by 1002')
    hall.call(702)
    await hear(ada, hall)
    expect((await world.ben.get(`${lot}/calls`)).body).toEqual([])
    ada.command('hangup')
    await ended(hall)
    await expect.poll(async () => (await world.ada.post(`/cdrs/${id}/park`, {})).status).toBe(409)
  })

  it('the lamps of slots can be watched after a restart of Asterisk, those of former slots cannot', async () => {
    const dora = await startWatcher(1004)
    await watch(dora, 703)
    await change({ last_slot: 702 })
    const accept = 'application/dialog-info+xml'
    await expect.poll(() => dora.subscribe(703, 'dialog', accept)).toBe(404)
    await phones.asterisk.kill()
    await phones.asterisk.start()
    await waitUntil('the phone is registered', async () => (await dora.register()) === 200)
    await watch(dora, 702)
    expect(await dora.subscribe(703, 'dialog', accept)).toBe(404)
    await waitUntil('the slot is free', () => lampOf(dora) === 'terminated')
    await change({ last_slot: 703 })
    await watch(dora, 703)
  })

  it('nothing is there: refused; a full lot refuses the transfer, and the call goes on', async () => {
    await change({ last_slot: 701 })
    const [ada, ben, hall] = await start(1001, 1002, 1003)
    hall.call(701)
    expect(await hall.ending()).toBe('404')
    hall.call('*68')
    await ended(hall, 2)
    await talk(ada, ben)
    ben.command('transfer', `sip:701@${phones.domain}`)
    await isParked('701: 1001 by 1002')
    hall.call(1002)
    await waitUntil('Ben is called', () => ben.callers.length === 2)
    ben.command('accept')
    await hear(ben, hall)
    ben.command('transfer', `sip:700@${phones.domain}`)
    await waitUntil('it is refused', () => ben.events.includes('TRANSFER_FAILED'))
    await hear(ben, hall)
    await isParked('701: 1001 by 1002')
    await change({ last_slot: 703 })
  })
})
