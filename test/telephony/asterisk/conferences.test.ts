import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

/** Ada moderates at her own phone, everybody else needs a PIN. */
describe.skipIf(missing)(`conference rooms through Asterisk${missing}`, () => {
  let phones: PhoneWorld
  let room: string
  beforeAll(async () => {
    phones = await startPhoneWorld()
    const { world } = phones
    const made = await world.ada.post(`/instances/${world.acmePbx}/conference-rooms`, {
      ...{ number: 6501, name: 'Stand-up', moderators: ['1001'] },
    })
    expect(made.status).toBe(201)
    room = `/instances/${world.acmePbx}/conference-rooms/${made.body.id}`
    const pins = { pin: '2468', moderator_pin: '13579' }
    expect((await world.ada.put(`${room}/pins`, pins)).status).toBe(200)
  })
  afterEach(() => phones.endPhones())
  afterAll(() => phones?.stop())

  const change = async (settings: object) =>
    expect((await phones.world.ada.patch(room, settings)).status).toBe(200)
  const inside = async () =>
    (await phones.world.ada.get(`${room}/participants`)).body.map(
      (one: { number: string; is_moderator: boolean }) => one.number + (one.is_moderator ? ' moderates' : ''),
    )
  const start = (...numbers: number[]) =>
    Promise.all(numbers.map((number) => phones.startPhone(number))) as Promise<
      [WorldPhone, WorldPhone, WorldPhone]
    >
  /** Dials the room, and the PIN when it is asked for. */
  async function enter(phone: WorldPhone, pin: string): Promise<void> {
    phone.call(6501)
    await waitUntil('the PIN is asked for', () => phone.events.includes('CALL_ESTABLISHED'))
    for (const digit of `${pin}#`) {
      phone.command('sndcode', digit)
      await new Promise((next) => setTimeout(next, 250))
    }
  }
  const hears = (phone: WorldPhone, ...numbers: number[]) =>
    waitUntil(`${phone.number} hears ${numbers}`, () => numbers.includes(phone.hears()))

  it('everybody hears the others, with the PIN or as the moderator, also through a restart of Switchboard', async () => {
    const [ada, ben, hall] = await start(1001, 1002, 1003)
    ada.call(6501)
    await expect.poll(inside).toEqual(['1001 moderates'])
    await enter(ben, '2468')
    await expect.poll(inside).toEqual(['1001 moderates', '1002'])
    await hears(ada, 1002)
    await hears(ben, 1001)
    await phones.world.telephony.pbx.stop()
    await hears(ada, 1002)
    await phones.world.telephony.pbx.start()
    await waitUntil('Switchboard is back', async () => (await ask('applications/switchboard')).ok)
    await expect.poll(inside).toEqual(['1001 moderates', '1002'])
    await enter(hall, '13579')
    await expect.poll(inside).toEqual(['1001 moderates', '1002', '1003 moderates'])
    await hears(hall, 1001, 1002)
    ada.command('hangup')
    await expect.poll(inside).toEqual(['1002', '1003 moderates'])
    await hears(hall, 1002)
    await hears(ben, 1003)
    await phones.inHistory('1003 -> 6501: in_progress', '1002 -> 6501: in_progress', '1001 -> 6501: answered')
    for (const phone of [ben, hall]) phone.command('hangup')
    await expect.poll(inside).toEqual([])
  })

  it('participants wait for the moderator, hear nobody before, and leave with the last one', async () => {
    await change({ wait_for_moderator: true, end_with_moderator: true })
    const [ada, ben, hall] = await start(1001, 1002, 1003)
    await Promise.all([enter(ben, '2468'), enter(hall, '2468')])
    await expect.poll(async () => (await inside()).toSorted()).toEqual(['1002', '1003'])
    const channels = await phones.channels()
    expect(channels).toHaveLength(2)
    expect(await bridged()).toEqual(0)
    ada.call(6501)
    await hears(ben, 1001, 1003)
    await expect.poll(bridged).toEqual(3)
    ada.command('hangup')
    await waitUntil('all have left', () => ben.endings.length === 1 && hall.endings.length === 1)
    await expect.poll(inside).toEqual([])
    await change({ wait_for_moderator: false, end_with_moderator: false })
  })

  it('a wrong PIN opens nothing, and the third one ends the call', async () => {
    const [ben] = await start(1002)
    await enter(ben, '1111')
    for (let count = 0; count < 2; count += 1) {
      for (const digit of '2222#') {
        ben.command('sndcode', digit)
        await new Promise((next) => setTimeout(next, 400))
      }
    }
    await waitUntil('the call has ended', () => ben.endings.length === 1)
    expect(await inside()).toEqual([])
    await phones.inHistory('1002 -> 6501: not_permitted')
  })

  it('a room is sent an event for its moderators when somebody comes', async () => {
    const [ben] = await start(1002)
    const before = await updates()
    await enter(ben, '2468')
    await expect.poll(updates).toBe(before + 1)
    ben.command('hangup')
    await expect.poll(updates).toBe(before + 2)
  })

  /** Asks Asterisk itself. */
  async function ask(path: string): Promise<Response> {
    const { origin, username, password } = new URL(phones.asterisk.url)
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    return fetch(`${origin}/ari/${path}`, { headers: { authorization } })
  }
  async function bridged(): Promise<number> {
    const bridges = (await (await ask('bridges')).json()) as { id: string; channels: string[] }[]
    return bridges.filter(({ id }) => id.startsWith('room-')).flatMap(({ channels }) => channels).length
  }
  async function updates(): Promise<number> {
    const { read } = phones.world.telephony.database
    const rows = await read
      .selectFrom('events')
      .select('type')
      .where('type', '=', 'conference.updated')
      .execute()
    return rows.length
  }
})
