import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const DID = '+12025550123'
const STRANGER = '+12025550199'

describe.skipIf(missing)(`codes that people dial at their phones${missing}`, () => {
  let phones: PhoneWorld
  let provider: SipProvider
  beforeAll(async () => {
    phones = await startPhoneWorld()
    provider = await startSipProvider('127.0.0.2')
    const { ada, acmePbx } = phones.world
    const trunk = { name: 'First', kind: 'ip', host: '127.0.0.2', port: provider.port }
    expect((await ada.post('/trunks', trunk)).status).toBe(201)
    const destination = { kind: 'internal', pbx: acmePbx, number: '1002' }
    expect((await ada.post('/dids', { number: DID, destination })).status).toBe(201)
    await waitUntil('it is asked', () => provider.requests('OPTIONS').length > 0)
  })
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    provider?.stop()
  })

  /** Dials a code, and waits for the end of the call. */
  async function use(phone: WorldPhone, code: string): Promise<string> {
    const before = phone.endings.length
    phone.call(code)
    await waitUntil(`${code} has ended`, () => phone.endings.length > before)
    return phone.endings.at(-1)!.slice(0, 3)
  }
  const audit = async () => {
    const { body } = await phones.world.ada.get('/audit', { page_size: 1 })
    return [body[0].action, body[0].user_id ?? body[0].contact_id ?? body[0].user?.id]
  }
  const benId = async () => (await phones.world.ben.get('/contacts/current')).body.id
  const path = async (number: number, what: string) =>
    `/instances/${phones.world.acmePbx}/extensions/${(await phones.extension(number))._id}/${what}`
  const isQuiet = (phone: WorldPhone) => expect(phone.callers).toEqual([])

  it('all calls are forwarded until the person ends that, but never to numbers that the person may not call', async () => {
    const forwarding = await path(1002, 'forwarding')
    const forwarded = async () => (await phones.world.ben.get(forwarding)).body.number
    const [ada, ben, hall] = (await Promise.all(
      [1001, 1002, 1003].map((number) => phones.startPhone(number)),
    )) as [WorldPhone, WorldPhone, WorldPhone]
    for (const code of ['*72+252615551234', '*721002', '*721999']) {
      await use(ben, code)
      expect(await forwarded()).toBeNull()
    }
    await phones.inHistory('1002 -> *721999: not_permitted')
    await use(ben, '*721003')
    expect(await forwarded()).toBe('1003')
    await phones.inHistory('1002 -> *721003: answered')
    ada.call(1002)
    await hall.rings()
    isQuiet(ben)
    hall.command('accept')
    await waitUntil('she hears the hall', () => ada.hears() === 1003)
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: answered, 1003 answered')
    await use(ben, '*73')
    expect(await forwarded()).toBeNull()
    ada.call(1002)
    await ben.rings()
    ada.command('hangup')
    // Nobody's phone has nobody who may.
    await use(hall, '*721001')
    expect((await phones.world.ada.get(await path(1003, 'forwarding'))).body.number).toBeNull()
  })

  it('calls to a busy phone, and those that nobody answers, are forwarded, each until the person ends it', async () => {
    const forwarding = await path(1002, 'forwarding')
    const [ada, ben, hall] = (await Promise.all(
      [1001, 1002, 1003].map((number) => phones.startPhone(number)),
    )) as [WorldPhone, WorldPhone, WorldPhone]
    await use(ben, '*901003')
    await use(ben, '*521003')
    expect((await phones.world.ben.get(forwarding)).body).toEqual({
      ...{ number: null, busy_number: '1003', no_answer_number: '1003' },
    })
    ada.call(1002)
    await ben.rings()
    ben.command('hangup')
    await hall.rings()
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: cancelled, 1002 busy, 1003 cancelled')
    await use(ben, '*91')
    await phones.change(1002, { ringtimer: '2' })
    ada.call(1002)
    await waitUntil('the hall rings again', () => hall.callers.length === 2)
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: cancelled, 1002 no_answer, 1003 cancelled')
    await use(ben, '*53')
    await phones.inHistory('1002 -> *53: answered')
    expect(await phones.world.ben.get(forwarding)).toMatchObject({
      ...{ body: { number: null, busy_number: null, no_answer_number: null } },
    })
    await phones.change(1002, { ringtimer: '0' })
  })

  it('do-not-disturb is the status of the person, and ends no other one', async () => {
    const { world } = phones
    const status = async () => (await world.ben.get('/status/v2/current-user')).body.main_status.status
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    await use(ben, '*78')
    expect(await status()).toBe('do_not_disturb')
    expect(await use(ada, '1002')).toBe('486')
    isQuiet(ben)
    await use(ben, '*79')
    expect(await status()).toBe('available')
    await world.ben.patch('/status/v2/current-user', { main_status: { status: 'away' } })
    await use(ben, '*79')
    expect(await status()).toBe('away')
    await world.ben.patch('/status/v2/current-user', { main_status: { status: 'available' } })
    ada.call(1002)
    await ben.rings()
    const entries = (await world.ada.get('/audit', { page_size: 100 })).body as { action: string }[]
    expect(entries.filter(({ action }) => action === 'user_status.updated').length).toBeGreaterThan(1)
  })

  it('follow-me is switched by the person, and nothing else of it changes', async () => {
    const [ada, ben, hall] = (await Promise.all(
      [1001, 1002, 1003].map((number) => phones.startPhone(number)),
    )) as [WorldPhone, WorldPhone, WorldPhone]
    await phones.change(1002, { findmefollow_grplist: '1003', findmefollow_pre_ring: 0 })
    await use(ben, '*21')
    ada.call(1002)
    await hall.rings()
    isQuiet(ben)
    ada.command('hangup')
    await use(ben, '*21')
    ada.call(1002)
    await ben.rings()
    expect(hall.callers).toHaveLength(1)
  })

  it('night mode closes until it is dialled again, only for those who may', async () => {
    const { world } = phones
    const hours = `/instances/${world.acmePbx}/business-hours`
    const always = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }
    const made = await world.ada.post(hours, {
      ...{ number: 6201, name: 'Office', time_zone: 'UTC', intervals: [always] },
      ...{ open_destination: '1001', closed_destination: '1003' },
    })
    const mode = async () => (await world.ada.get(`${hours}/${made.body.id}`)).body.mode
    expect(await mode()).toBe('schedule')
    const [ada, ben, hall] = (await Promise.all(
      [1001, 1002, 1003].map((number) => phones.startPhone(number)),
    )) as [WorldPhone, WorldPhone, WorldPhone]
    for (const code of ['*286201', '*28', '*286999']) await use(ben, code)
    expect(await mode()).toBe('schedule')
    await phones.inHistory('1002 -> *286999: not_permitted', '1002 -> *28: not_permitted')
    await world.ada.patch(`${hours}/${made.body.id}`, { switched_by: ['1002'] })
    await use(ben, '*286201')
    expect(await mode()).toBe('closed')
    ben.call(6201)
    await hall.rings()
    isQuiet(ada)
    ben.command('hangup')
    // The owner may, named or not.
    await use(ada, '*28')
    expect(await mode()).toBe('schedule')
    ben.call(6201)
    await ada.rings()
    ben.command('hangup')
  })

  it('the last caller is called back or blocked, if the number is known', async () => {
    const { world } = phones
    const blocked = async () =>
      (await world.ben.get('/blocked-numbers')).body.map((one: { number: string }) => one.number)
    const target = `sip:${DID}@127.0.0.1:${phones.asterisk.sipPort}`
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    ada.call(1002)
    await ben.rings()
    ada.command('hangup')
    await use(ben, '*32')
    expect(await blocked()).toEqual([])
    ben.call('*69')
    await ada.rings()
    ben.command('hangup')
    await waitUntil('his phone is free', () => ben.endings.length === 3)
    await phones.inHistory('1002 -> *69: cancelled, 1001 cancelled')
    const stranger = provider.call(target, { from: STRANGER })
    await waitUntil('it rings', () => ben.callers.length === 2)
    ben.command('accept')
    await waitUntil('he answers', () => stranger.status() === '200')
    stranger.hangUp()
    await phones.inHistory(`${STRANGER} -> ${DID}: answered, 1002 answered`)
    provider.respondWith('200 OK')
    ben.call('*69')
    await waitUntil('the stranger is called', () => provider.requests('INVITE').length > 0)
    expect(provider.requests('INVITE').at(-1)!.text).toContain(`sip:${STRANGER}@`)
    await waitUntil('they talk', () => ben.events.filter((event) => event === 'CALL_ESTABLISHED').length > 1)
    ben.command('hangup')
    await phones.inHistory(`1002 -> *69: answered, ${STRANGER} answered`)
    await use(ben, '*32')
    await use(ben, '*32')
    expect(await blocked()).toEqual([STRANGER])
    const again = provider.call(target, { from: STRANGER })
    await waitUntil('the stranger is refused', () => again.status() === '486')
    const anonymous = provider.call(target, { from: 'anonymous', name: 'Anonymous' })
    await waitUntil('it rings again', () => ben.callers.length === 3)
    ben.command('hangup')
    await waitUntil('nobody answers', () => anonymous.status() !== '')
    expect(await use(ben, '*69')).toBe('404')
    expect(await audit()).toEqual(['blocked_number.created', await benId()])
  })
})
