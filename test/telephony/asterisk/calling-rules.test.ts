import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { outgoingCallsTable } from '../../../src/telephony/phones/calling-rules/calling-rules-tables.ts'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const DID = '+12025550123'
const MOBILE = '+12025550177'
const ABROAD = '+493012345678'
const PREMIUM = '+19002345678'
const CALLER = '+15550199'

describe.skipIf(missing)(`rules for calls to numbers outside, with Asterisk${missing}`, () => {
  let phones: PhoneWorld
  let provider: SipProvider
  let trunk: string
  beforeAll(async () => {
    // The phones of these tests do not send what crashes an Asterisk without the fix.
    phones = await startPhoneWorld({ serverSettings: { ASTERISK_HAS_TRANSFER_FIX: 'yes' } })
    provider = await startSipProvider('127.0.0.1')
    const { ada, acmePbx } = phones.world
    const account = { name: 'Provider', kind: 'ip', host: '127.0.0.1', port: provider.port }
    trunk = (await ada.post('/trunks', account)).body.id
    const destination = { kind: 'internal', pbx: acmePbx, number: '1002' }
    expect((await ada.post('/dids', { number: DID, destination })).status).toBe(201)
    await waitUntil('the trunk is used', () => provider.requests('OPTIONS').length > 0)
  })
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    provider?.stop()
  })

  /** The numbers that the provider was asked to call. */
  const dialled = () => provider.requests('INVITE').map(({ firstLine }) => /sip:([^@]*)@/.exec(firstLine)![1])
  const newest = async () => (await phones.world.ada.get('/cdrs', { page_size: 1 })).body[0]
  const callIn = () => provider.call(`sip:${DID}@127.0.0.1:${phones.asterisk.sipPort}`)
  async function setClass(number: number, callingClass: string) {
    const { _id: id } = await phones.extension(number)
    const path = `/instances/${phones.world.acmePbx}/extensions/${id}/calling-class`
    expect((await phones.world.ada.put(path, { calling_class: callingClass })).status).toBe(200)
  }
  const setRules = async (rules: object) =>
    expect((await phones.world.ada.patch('/company/calling-rules', rules)).status).toBe(200)

  it('an extension calls its own country only, unless it may call others; premium-rate numbers never', async () => {
    const ada = await phones.startPhone(1001)
    const ending = async (number: string) => {
      const count = ada.endings.length
      ada.call(number)
      await waitUntil('it ends', () => ada.endings.length > count)
      return ada.endings.at(-1)!.slice(0, 3)
    }
    for (const number of [ABROAD, '01149 30 12345678'.replaceAll(' ', ''), PREMIUM]) {
      expect(await ending(number), number).toBe('403')
      const called = number === PREMIUM ? PREMIUM : ABROAD
      await phones.inHistory(`1001 -> ${number}: not_permitted, ${called} not_permitted`)
    }
    expect(dialled()).toEqual([])
    ada.call(MOBILE)
    await ada.talks()
    ada.command('hangup')
    await phones.inHistory(`1001 -> ${MOBILE}: answered, ${MOBILE} answered`)
    await setClass(1001, 'international')
    provider.respondWith('486 Busy Here')
    expect(await ending(ABROAD)).toBe('486')
    expect(await ending(PREMIUM)).toBe('403')
    await setRules({ allowed_countries: ['FR'] })
    expect(await ending(ABROAD)).toBe('403')
    await setClass(1001, 'internal')
    expect(await ending(MOBILE)).toBe('403')
    expect(dialled()).toEqual([MOBILE, ABROAD])
    provider.respondWith('180 Ringing', '200 OK')
    await setRules({ allowed_countries: null })
    await setClass(1001, 'national')
  })

  it('follow-me, destinations, greeting keys, ring groups and transfers do not reach such numbers, and neither do strangers', async () => {
    const before = dialled().length
    const ada = await phones.startPhone(1001)
    const calls = async (to: number) => {
      const count = ada.endings.length
      ada.call(to)
      await waitUntil('it ends', () => ada.endings.length > count)
    }
    await phones.change(1002, {
      findmefollow_enabled: 'yes',
      findmefollow_grplist: `${ABROAD}-${PREMIUM}#`,
      findmefollow_pre_ring: 0,
    })
    await calls(1002)
    await phones.inHistory(`1001 -> 1002: unavailable, ${ABROAD} not_permitted, ${PREMIUM} not_permitted`)
    await phones.change(1002, { findmefollow_enabled: '', chanunavail_dest: ABROAD })
    await calls(1002)
    expect(ada.endings.at(-1)).toContain('403')
    await phones.inHistory(`1001 -> 1002: not_permitted, 1002 unavailable, ${ABROAD} not_permitted`)
    const forwarded = callIn()
    await waitUntil('it ends', () => forwarded.status() !== '')
    expect(forwarded.status()).toBe('403')
    await phones.inHistory(`${CALLER} -> ${DID}: not_permitted, 1002 unavailable, ${ABROAD} not_permitted`)
    await phones.change(1002, {
      chanunavail_dest: '',
      voicemail: 'default',
      vmx_unavail_enabled: 'enabled',
      vmx_play_instructions: true,
      vmx_option_0_number: PREMIUM,
    })
    const call = callIn()
    await waitUntil('the mailbox answers', () => call.status() === '200')
    await waitUntil('the key is refused', async () => {
      call.press('0')
      await pause(300)
      return (await newest()).called.some(({ number }: { number: string }) => number === PREMIUM)
    })
    expect((await newest()).called.at(-1)).toMatchObject({ number: PREMIUM, outcome: 'not_permitted' })
    call.hangUp()
    await phones.change(1002, { voicemail: 'novm', vmx_unavail_enabled: 'disabled' })
    const group = { name: 'Abroad', number: 2100, members: [ABROAD, PREMIUM], strategy: 'ringall' }
    const groups = `/instances/${phones.world.acmePbx}/ring-groups`
    expect((await phones.world.ada.post(groups, group)).status).toBe(201)
    await calls(2100)
    await phones.inHistory(`1001 -> 2100: unavailable, ${ABROAD} not_permitted, ${PREMIUM} not_permitted`)
    const ben = await phones.startPhone(1002)
    ada.call(1002)
    await ben.rings()
    ben.command('accept')
    await waitUntil('they hear each other', () => ada.hears() === 1002 && ben.hears() === 1001)
    ben.command('transfer', `sip:${ABROAD}@${phones.domain}`)
    await waitUntil('it is refused', () => ben.events.includes('TRANSFER_FAILED'))
    // baresip hangs up after a transfer that failed.
    await phones.inHistory(`1001 -> 1002: answered, 1002 answered, ${ABROAD} not_permitted`)
    expect(dialled()).toHaveLength(before)
  })

  it('a service number that no extension has goes to the provider as dialled, and never without a caller id', async () => {
    const [ada, dora] = [await phones.startPhone(1001), await phones.startPhone(1004)]
    dora.call('311')
    await dora.talks()
    const invitation = provider.requests('INVITE').at(-1)!
    expect(invitation.firstLine).toContain('sip:311@')
    expect(invitation.header('From')).toContain(`<sip:${DID}@`)
    await expect.poll(newest).toMatchObject({
      direction: 'outbound',
      to: '311',
      called: [{ number: '311', outcome: 'answered', trunk_id: trunk }],
    })
    dora.command('hangup')
    await expect.poll(newest).toMatchObject({ result: 'answered' })
    // The longest is one; what is shorter than three digits is nothing.
    dora.call('311311')
    await waitUntil('it is called', () =>
      provider.requests('INVITE').some(({ firstLine }) => firstLine.includes('sip:311311@')),
    )
    dora.command('hangup')
    await waitUntil('it ends', () => dora.endings.length === 2)
    dora.call('31')
    await waitUntil('it ends', () => dora.endings.length === 3)
    expect(dora.endings.at(-1)).toContain('404')
    const before = provider.requests('INVITE').length
    await setClass(1004, 'internal')
    dora.call('311')
    await waitUntil('it ends', () => dora.endings.length === 4)
    expect(dora.endings.at(-1)).toContain('403')
    // A setting that names what is left of an extension calls nobody.
    await phones.change(1004, { chanunavail_dest: '3111', noanswer_dest: '3111', ringtimer: '1' })
    ada.call(1004)
    expect(await ada.ending()).toBe('404')
    expect(provider.requests('INVITE')).toHaveLength(before)
    await phones.change(1004, { chanunavail_dest: '', noanswer_dest: '', ringtimer: '0' })
    await setClass(1004, 'national')
  })

  it('beyond a limit calls are refused, those of strangers too; the owner is notified, and emergency calls go through', async () => {
    await setRules({ max_calls: 1 })
    const [ada, hall] = [await phones.startPhone(1001), await phones.startPhone(1003)]
    await phones.change(1002, { chanunavail_dest: MOBILE })
    ada.call(MOBILE)
    await ada.talks()
    const before = dialled().length
    hall.call(MOBILE)
    expect(await hall.ending()).toBe('503')
    await phones.inHistory(`1003 -> ${MOBILE}: over_limit, ${MOBILE} over_limit`)
    const stranger = callIn()
    await waitUntil('it ends', () => stranger.status() !== '')
    expect(stranger.status()).toBe('503')
    expect(dialled()).toHaveLength(before)
    const notices = async () =>
      ((await phones.world.ada.get('/audit')).body as { action: string; after: object }[]).filter(
        ({ action }) => action === 'calling_rules.limit_reached',
      )
    await expect.poll(notices).toMatchObject([{ after: { limit: 'company_calls', value: 1 } }])
    hall.call('911')
    await hall.talks()
    expect(dialled().slice(before)).toEqual(['911'])
    hall.command('hangup')
    // A call that goes on when the last minute is used ends, too, within 15 seconds.
    await setRules({ max_calls: 5, max_minutes: 1 })
    const { database, clock } = phones.world.telephony
    const companyId = (await database.read.selectFrom('trunks').select('company_id').executeTakeFirst())!
      .company_id
    const [answered_at, ended_at] = [clock.now() - 60_000, clock.now()]
    const minute = { company_id: companyId, id: 'a minute', trunk_id: trunk, answered_at, ended_at }
    await database.write(companyId, { work: ({ db }) => outgoingCallsTable.insert(db, minute) })
    await waitUntil('the call ends', () => ada.endings.length > 0)
    ada.call(MOBILE)
    await waitUntil('it is refused', () => ada.endings.length > 1)
    expect(ada.endings.at(-1)).toContain('503')
    await expect.poll(notices).toHaveLength(2)
    await setRules({ max_minutes: null })
    ada.call(MOBILE)
    await waitUntil('they talk', () => dialled().length === before + 2)
    await waitUntil(
      'the ended calls no longer count',
      async () => (await newest()).called.at(-1)?.outcome === 'answered',
    )
  }, 60_000)
})
