import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { describeSound } from '../../harness/asterisk/sip-message.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

/** Ben's phone answers if it is asked to, Hall's and Dora's answer whatever comes. */
describe.skipIf(missing)(`paging groups through Asterisk${missing}`, () => {
  let phones: PhoneWorld
  let group: string
  let ben: PlainPhone
  beforeAll(async () => {
    phones = await startPhoneWorld()
    const { world } = phones
    const made = await world.ada.post(`/instances/${world.acmePbx}/paging-groups`, {
      ...{ number: 6600, name: 'Warehouse', members: ['1001', '1002', '1003', '1004'] },
    })
    expect(made.status).toBe(201)
    group = `/instances/${world.acmePbx}/paging-groups/${made.body.id}`
    const { secret } = (await phones.extension(1002)).data
    const { sipPort } = phones.asterisk
    ben = await createPlainPhone({ sipPort, number: 1002, domain: phones.domain, secret })
    ben.answer('INVITE', (invitation) => {
      if (!/^Call-Info: <[^>]+>;answer-after=0\r$/m.test(invitation)) return '486 Busy Here'
      const body = describeSound('127.0.0.1', ben.port)
      const type = 'Content-Type: application/sdp'
      return ['200 OK', type, `Content-Length: ${body.length}`, '', body].join('\r\n')
    })
    expect(await ben.register(3600)).toBe(200)
  })
  afterEach(async () => {
    for (const phone of started.splice(0)) phone.command('quit')
    await waitUntil('no channel is left', async () => (await phones.channels()).length === 0)
    await phones.killPhones()
    ben.requests.splice(0)
    await change({ two_way: false, urgent: false, callers: [], members: ['1001', '1002', '1003', '1004'] })
    await expect.poll(() => phones.statuses(1001, 1002, 1003, 1004)).toBe('idle idle idle idle')
  })
  afterAll(async () => {
    await ben?.close()
    await phones?.stop()
  })

  const started: WorldPhone[] = []
  async function start(...numbers: number[]) {
    const phone = await Promise.all(numbers.map((number) => phones.startPhone(number)))
    started.push(...phone)
    return phone as [WorldPhone, WorldPhone, WorldPhone]
  }
  const change = async (settings: object) =>
    expect((await phones.world.ada.patch(group, settings)).status).toBe(200)
  const invitations = () =>
    ben.requests.filter((text) => text.startsWith('INVITE ') && !/^To:.*;tag=/m.test(text))
  const hears = (phone: WorldPhone, other: WorldPhone) =>
    waitUntil(`${phone.number} hears ${other.number}`, () => phone.hears() === other.number)
  const answers = async (phone: WorldPhone) => {
    await phone.rings()
    phone.command('accept')
  }
  /** The newest call in the history; who answers first is left to chance. */
  async function newest(): Promise<string> {
    const [{ from, to, result, called }] = (await phones.world.ada.get('/cdrs', { page_size: 1 })).body
    const outcomes = called.map((one: { number: string; outcome: string }) => `${one.number} ${one.outcome}`)
    return `${from.number} -> ${to}: ${[result, ...outcomes.toSorted()].join(', ')}`
  }
  const setStatus = async (status: string) =>
    expect(
      (await phones.world.ben.patch('/status/v2/current-user', { main_status: { status } })).status,
    ).toBe(200)

  it('one way: phones are asked to answer, all hear the caller, and nobody is heard', async () => {
    const [ada, hall, dora] = await start(1001, 1003, 1004)
    ada.call(6600)
    await Promise.all([answers(hall), answers(dora)])
    await hears(hall, ada)
    await hears(dora, ada)
    await expect.poll(() => invitations().length).toBe(1)
    expect(invitations()[0]).toMatch(/^Alert-Info: <[^>]+>;info=alert-autoanswer/m)
    expect(invitations()[0]).toContain('Warehouse: Ada Lovelace')
    await waitUntil('Ada hears nobody', () => ada.hears() === 0)
    // The caller ends it for everybody.
    ada.command('hangup')
    for (const phone of [hall, dora]) await waitUntil('it ends', () => phone.endings.length === 1)
    await expect.poll(newest).toBe('1001 -> 6600: answered, 1002 answered, 1003 answered, 1004 answered')
  })

  it('two ways: everybody hears everybody, also through a restart of Switchboard', async () => {
    await change({ two_way: true, members: ['1003'] })
    const [ada, hall] = await start(1001, 1003)
    ada.call(6600)
    await answers(hall)
    await hears(hall, ada)
    await hears(ada, hall)
    await phones.world.telephony.pbx.stop()
    await phones.world.telephony.pbx.start()
    await hears(ada, hall)
    // Who hears last ends it for the caller.
    await expect
      .poll(
        async () => {
          hall.command('hangup')
          return ada.endings.length
        },
        { timeout: 15_000 },
      )
      .toBe(1)
  })

  it('who talks or does not want to be disturbed is left out; urgent pages reach the latter', async () => {
    const [ada, hall, dora] = await start(1001, 1003, 1004)
    hall.call(1004)
    await answers(dora)
    await hears(hall, dora)
    await expect.poll(() => phones.statuses(1003, 1004)).toBe('in_call in_call')
    await setStatus('do_not_disturb')
    ada.call(6600)
    expect(await ada.ending()).toBe('480')
    await phones.inHistory('1001 -> 6600: unavailable, 1002 busy, 1003 busy, 1004 busy')
    expect(invitations()).toEqual([])
    expect([hall.callers.length, dora.callers.length, hall.endings.length]).toEqual([0, 1, 0])
    await change({ urgent: true })
    ada.call(6600)
    await expect.poll(() => invitations().length).toBe(1)
    await expect.poll(() => phones.statuses(1002)).toBe('in_call')
    expect([hall.callers.length, dora.callers.length, hall.endings.length]).toEqual([0, 1, 0])
    ada.command('hangup')
    await setStatus('available')
  })

  it('403: only `callers` may page, if there are any; a phone that rings on is given up', async () => {
    await change({ callers: ['1003'], members: ['1004'] })
    const [ada, hall, dora] = await start(1001, 1003, 1004)
    ada.call(6600)
    expect(await ada.ending()).toBe('403')
    await phones.inHistory('1001 -> 6600: not_permitted')
    expect(dora.callers).toEqual([])
    hall.call(6600)
    await dora.rings()
    await waitUntil('it is given up', () => dora.endings.length === 1)
    await waitUntil('the caller is told', () => hall.endings.length === 1)
    await phones.inHistory('1003 -> 6600: unavailable, 1004 no_answer')
  })

  it('neither another company nor a forwarded call reaches it', async () => {
    await phones.change(1003, { chanunavail_dest: '6600' })
    const [ada] = await start(1001)
    ada.call(1003)
    expect(await ada.ending()).toBe('404')
    await phones.change(1003, { chanunavail_dest: '' })
    const destination = { kind: 'internal', pbx: phones.world.acmePbx, number: '6600' }
    const did = await phones.world.ada.post('/dids', { number: '+12025550123', destination })
    expect(did.body.errors[0].detail).toBe('is for phones of the organization only')
    expect(invitations()).toEqual([])
  })
})
