import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import { startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const DID = '+12025550123'
const MOBILE = '+12025550177'

describe.skipIf(missing)(`calls over trunks${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-trunks-'))
  let phones: PhoneWorld
  let provider: SipProvider
  let second: SipProvider
  let registered: string
  beforeAll(async () => {
    phones = await startPhoneWorld()
    provider = await startSipProvider('127.0.0.1')
    second = await startSipProvider('127.0.0.2')
    const { ada, acmePbx } = phones.world
    const account = { name: 'First', kind: 'registration', host: '127.0.0.1', port: provider.port }
    registered = (
      await ada.post('/trunks', { ...account, username: 'acme', password: 'the-password-of-the-trunk' })
    ).body.id
    const byAddress = { name: 'Second', kind: 'ip', host: '127.0.0.2', port: second.port, order: 1 }
    expect((await ada.post('/trunks', byAddress)).status).toBe(201)
    const destination = { kind: 'internal', pbx: acmePbx, number: '1001' }
    expect((await ada.post('/dids', { number: DID, destination })).status).toBe(201)
    await waitUntil('it is registered', () => provider.contact() !== '')
    await waitUntil('it is asked', () => second.requests('OPTIONS').length > 0)
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
    rmSync(folder, { recursive: true, force: true })
  })

  const asterisk = (number: string) => `sip:${number}@127.0.0.1:${phones.asterisk.sipPort}`
  const newest = async () => (await phones.world.ada.get('/cdrs', { page_size: 1 })).body[0]

  it('a call over the registration reaches the extension of its number, which hears who calls', async () => {
    const ada = await phones.startPhone(1001)
    // Providers call the address that was registered, and name the number in To.
    const call = provider.call(provider.contact(), { to: asterisk('12025550123'), from: '2025550199' })
    await ada.rings()
    expect(ada.callers).toEqual([`A Caller <sip:+12025550199@${phones.domain}>`])
    ada.command('accept')
    await waitUntil('it is answered', () => call.status() === '200')
    await expect.poll(newest).toMatchObject({
      direction: 'inbound',
      result: 'in_progress',
      to: DID,
      from: { number: '+12025550199', name: 'A Caller', trunk_id: registered, extension_id: null },
      called: [{ number: '1001', outcome: 'answered', trunk_id: null }],
    })
    call.hangUp()
    await expect.poll(newest).toMatchObject({ result: 'answered', direction: 'inbound' })
  })

  it('a call from a known address, too; other numbers are 404, whatever they are', async () => {
    const ada = await phones.startPhone(1001)
    const call = second.call(asterisk(DID))
    await ada.rings()
    ada.command('accept')
    await waitUntil('it is answered', () => call.status() === '200')
    call.hangUp()
    await waitUntil('it ends', () => ada.events.includes('CALL_CLOSED'))
    for (const number of ['1001', '+12025550100', MOBILE, '112', '911', 'trunk-1', '1001abc']) {
      const refused = second.call(asterisk(number))
      await waitUntil(`${number} is refused`, () => refused.status() !== '')
      expect(refused.status(), number).toBe('404')
    }
    expect(provider.requests('INVITE')).toEqual([])
    expect(second.requests('INVITE')).toEqual([])
  })

  it('the server with which a trunk is registered may call from its address, too', async () => {
    const ada = await phones.startPhone(1001)
    await waitUntil('its address is known', () => {
      const probe = provider.call(asterisk('+12025550100'))
      return waitUntil('it is refused', () => probe.status() !== '').then(() => probe.status() === '404')
    })
    const call = provider.call(asterisk(DID))
    await ada.rings()
    ada.command('accept')
    await waitUntil('it is answered', () => call.status() === '200')
    call.hangUp()
    await expect.poll(newest).toMatchObject({ result: 'answered', from: { trunk_id: registered } })
  })

  it('a number can also be that of a ring group, or receive faxes', async () => {
    const { ada, acmePbx } = phones.world
    const group = { name: 'Everybody', number: 2100, members: ['1001', '1002'], strategy: 'ringall' }
    expect((await ada.post(`/instances/${acmePbx}/ring-groups`, group)).status).toBe(201)
    const [toGroup, toFax] = ['+12025550124', '+12025550125']
    const destination = { kind: 'internal', pbx: acmePbx, number: '2100' }
    expect((await ada.post('/dids', { number: toGroup, destination })).status).toBe(201)
    expect((await ada.post('/dids', { number: toFax, destination: { kind: 'fax' } })).status).toBe(201)
    const ben = await phones.startPhone(1002)
    const call = second.call(asterisk(toGroup))
    await ben.rings()
    ben.command('accept')
    await waitUntil('it is answered', () => call.status() === '200')
    call.hangUp()
    const fax = second.call(asterisk(toFax))
    await waitUntil('the fax is answered', () => fax.status() === '200')
    fax.hangUp()
    await expect.poll(newest).toMatchObject({ direction: 'inbound', to: toFax, result: 'answered' })
  })

  it('a company with the same provider receives its own numbers only, and the first one is not affected', async () => {
    const { ada, hank, globexPbx } = phones.world
    const theirs = '+12025550141'
    const extension = { data: { id: 1600, name: 'Reception' } }
    const globex = `/instances/${globexPbx}/bulks/extensions`
    expect((await hank.post(globex, extension)).status).toBe(201)
    const destination = { kind: 'internal', pbx: globexPbx, number: '1600' }
    const account = { name: 'Same', kind: 'ip', host: '127.0.0.2', port: second.port, codecs: 'gsm' }
    for (const number of [DID, theirs]) {
      // It has our number, too, but got the provider later.
      expect((await hank.post('/dids', { number, destination })).status).toBe(201)
    }
    const { status, body: trunk } = await hank.post('/trunks', account)
    expect(status).toBe(201)
    const call = second.call(asterisk(theirs))
    await waitUntil('nobody is there', () => call.status() !== '')
    expect(call.status()).toBe('480')
    const calls = async (client: typeof ada) => (await client.get('/cdrs')).body as { to: string }[]
    await expect
      .poll(() => calls(hank))
      .toMatchObject([
        { to: theirs, direction: 'inbound', result: 'unavailable', from: { trunk_id: trunk.id } },
      ])
    expect((await calls(ada)).filter(({ to }) => to === theirs)).toEqual([])
    const phone = await phones.startPhone(1001)
    const ours = second.call(asterisk(DID))
    await phone.rings()
    phone.command('accept')
    await waitUntil('it is answered', () => ours.status() === '200')
    ours.hangUp()
    await expect.poll(newest).toMatchObject({ direction: 'inbound', result: 'answered', to: DID })
    expect(await calls(hank)).toHaveLength(1)
    await hank.delete(`/trunks/${trunk.id}`)
  })

  it('strangers are challenged, even if they know the name of a trunk', async () => {
    const stranger = await startSipProvider('127.0.0.3')
    for (const from of ['+12025550199', `trunk-${registered}`]) {
      const call = stranger.call(asterisk(DID), { from })
      await waitUntil('it is refused', () => call.status() !== '')
      expect(call.status()).toBe('401')
    }
    stranger.stop()
  })

  it('a phone calls outside with its caller id, and both hear each other', async () => {
    await phones.change(1001, { outboundcid: '"Acme" <(202) 555-0123>' })
    writeTone(join(folder, 'ada.wav'), 440)
    const records = mkdtempSync(join(folder, 'ada-'))
    const ada = await phones.startPhone(1001, { plays: join(folder, 'ada.wav'), records })
    ada.call('2025550177')
    await ada.talks()
    const [invitation] = provider.requests('INVITE')
    expect(invitation!.firstLine).toContain(`sip:${MOBILE}@127.0.0.1:${provider.port}`)
    expect(invitation!.header('From')).toContain(`"Acme" <sip:${DID}@127.0.0.1>`)
    expect(invitation!.header('P-Asserted-Identity')).toContain(DID)
    const heard = () => {
      const file = readdirSync(records).find((name) => name.includes('dec'))
      return file ? strongestTone(join(records, file), [440, 880]) : 0
    }
    // The provider sends back what it gets.
    await waitUntil('Ada hears herself', () => heard() === 440)
    await expect.poll(newest).toMatchObject({
      direction: 'outbound',
      to: '2025550177',
      called: [{ number: MOBILE, outcome: 'answered', trunk_id: registered }],
    })
    await provider.hangUp()
    await waitUntil('it ends', () => ada.endings.length > 0)
    await expect.poll(newest).toMatchObject({ result: 'answered' })
  })

  it('calls with somebody outside are recorded by the settings for that, in both directions', async () => {
    await phones.change(1001, { recording_out_external: 'yes', recording_in_external: 'force' })
    writeTone(join(folder, 'ada.wav'), 440)
    const ada = await phones.startPhone(1001, { plays: join(folder, 'ada.wav') })
    const bytes = () =>
      readdirSync(phones.asterisk.recordings).map(
        (name) => statSync(join(phones.asterisk.recordings, name)).size,
      )[0] ?? 0
    const isRecorded = async () => {
      await waitUntil('two seconds are recorded', () => bytes() > 32_000)
      ada.command('hangup')
      await expect.poll(async () => (await newest()).recording).not.toBeNull()
      await waitUntil('Asterisk has deleted its copy', () => bytes() === 0)
    }
    ada.call('2025550177')
    await ada.talks()
    await isRecorded()
    const call = second.call(asterisk(DID))
    await waitUntil('it rings', () => ada.callers.length > 0)
    ada.command('accept')
    await waitUntil('it is answered', () => call.status() === '200')
    await isRecorded()
    expect(await newest()).toMatchObject({ direction: 'inbound' })
    await phones.change(1001, { recording_out_external: 'dontcare', recording_in_external: 'dontcare' })
  })

  it('the next trunk is taken if one fails, not if the callee is busy or unknown', async () => {
    const ada = await phones.startPhone(1001)
    const before = second.requests('INVITE').length
    for (const [response, status, result] of [
      ['486 Busy Here', '486', 'busy'],
      ['600 Busy Everywhere', '486', 'busy'],
      ['404 Not Found', '404', 'unknown_number'],
    ] as const) {
      const count = ada.endings.length
      provider.respondWith(response)
      ada.call(MOBILE)
      await waitUntil('it ends', () => ada.endings.length > count)
      expect(ada.endings.at(-1)).toContain(status)
      await expect.poll(newest).toMatchObject({ result })
    }
    expect(second.requests('INVITE')).toHaveLength(before)
    for (const [index, [response, outcome]] of [
      ['503 Service Unavailable', 'unavailable'],
      ['401 Unauthorized', 'rejected'],
      ['403 Forbidden', 'rejected'],
      ['603 Decline', 'rejected'],
      ['302 Moved Temporarily', 'rejected'],
    ].entries()) {
      provider.respondWith(response!)
      ada.events.length = 0
      ada.call(MOBILE)
      await ada.talks()
      expect(second.requests('INVITE')).toHaveLength(before + index + 1)
      await expect.poll(newest).toMatchObject({
        called: [{ outcome, trunk_id: registered }, { outcome: 'answered' }],
      })
      ada.command('hangup')
      await waitUntil('it ends', async () => (await newest()).result === 'answered')
    }
    provider.respondWith('403 Forbidden')
    second.respondWith('603 Decline')
    const count = ada.endings.length
    ada.call(MOBILE)
    await waitUntil('it ends', () => ada.endings.length > count)
    expect(ada.endings.at(-1)).toContain('403')
    await expect.poll(newest).toMatchObject({
      result: 'rejected',
      called: [{ outcome: 'rejected' }, { outcome: 'rejected' }],
    })
  })

  it('the caller hears ringing when it rings, and what the provider plays before the call is answered', async () => {
    writeTone(join(folder, 'ada.wav'), 440)
    const records = mkdtempSync(join(folder, 'early-'))
    const ada = await phones.startPhone(1001, { plays: join(folder, 'ada.wav'), records })
    const heard = () => {
      const file = readdirSync(records).find((name) => name.includes('dec'))
      return file ? strongestTone(join(records, file), [440, 880]) : 0
    }
    const before = provider.requests('INVITE').length
    provider.respondWith('100 Trying')
    ada.call(MOBILE)
    await waitUntil('the provider is asked', () => provider.requests('INVITE').length > before)
    expect(ada.events).not.toContain('CALL_RINGING')
    provider.respondNow('180 Ringing')
    await waitUntil('it rings', () => ada.events.includes('CALL_RINGING'))
    provider.respondNow('183 Session Progress')
    // The provider sends back what it gets.
    await waitUntil('Ada hears herself', () => heard() === 440)
    expect(ada.events).not.toContain('CALL_ESTABLISHED')
    expect((await newest()).answered_at).toBeNull()
    provider.respondNow('200 OK')
    await ada.talks()
    rmSync(join(records, readdirSync(records).find((name) => name.includes('dec'))!))
    ada.command('hangup')
    await expect.poll(newest).toMatchObject({ result: 'answered' })
  })

  it('a registered provider that dies is unreachable within seconds, and calls take the next trunk at once', async () => {
    const state = async () => (await phones.world.ada.get(`/trunks/${registered}`)).body.state
    await expect.poll(state).toBe('registered')
    const contact = provider.contact()
    provider.die()
    await expect.poll(state).toBe('unreachable')
    const [ada, asked] = [await phones.startPhone(1001), provider.requests('INVITE').length]
    ada.call(MOBILE)
    await waitUntil('the second is asked', () => ada.events.includes('CALL_ESTABLISHED'))
    expect(provider.requests('INVITE'), 'the dead one is not tried').toHaveLength(asked)
    ada.command('hangup')
    await waitUntil('it ends', async () => (await newest()).result === 'answered')
    provider.die(false, contact)
    await expect.poll(state).toBe('registered')
  }, 60_000)

  it('a message of somebody outside names them; a forwarded call goes outside', async () => {
    await phones.change(1001, { voicemail: 'default' })
    const call = second.call(asterisk(DID))
    await waitUntil('it is answered', () => call.status() === '200')
    await new Promise((next) => setTimeout(next, 2500))
    call.hangUp()
    const messages = async () => (await phones.world.ada.get('/voicemail/messages')).body
    await expect.poll(async () => (await messages()).length).toBe(1)
    expect((await messages())[0]).toMatchObject({ from: '+15550199', from_name: 'A Caller', to: '1001' })
    await phones.change(1001, { voicemail: 'novm', chanunavail_dest: '12025550177' })
    const before = provider.requests('INVITE').length
    const forwarded = second.call(asterisk(DID))
    await waitUntil('it is answered', () => forwarded.status() === '200')
    expect(provider.requests('INVITE')).toHaveLength(before + 1)
    forwarded.hangUp()
    await expect.poll(newest).toMatchObject({ direction: 'inbound', result: 'answered' })
    await phones.change(1001, { chanunavail_dest: '' })
  })

  it('a call that rings or is talked on survives a restart of Switchboard', async () => {
    const ada = await phones.startPhone(1001)
    const call = second.call(asterisk(DID))
    await ada.rings()
    const restart = async () => {
      await phones.world.telephony.pbx.stop()
      await phones.world.telephony.pbx.start()
    }
    await restart()
    await waitUntil('it rings again', () => ada.callers.length === 2)
    ada.command('accept')
    await waitUntil('it is answered', () => call.status() === '200')
    await restart()
    await expect.poll(newest).toMatchObject({ result: 'in_progress', direction: 'inbound' })
    call.hangUp()
    await waitUntil('it ends', () => ada.endings.length > 0)
    await expect.poll(newest).toMatchObject({ result: 'answered' })
  })

  it('a provider cannot transfer our phones to a number outside, at our expense', async () => {
    const ada = await phones.startPhone(1001)
    const dial = [
      () => second.call(asterisk(DID)),
      () => provider.call(provider.contact(), { to: asterisk(DID) }),
    ]
    for (const begin of dial) {
      const count = ada.callers.length
      const call = begin()
      await waitUntil('it rings', () => ada.callers.length > count)
      ada.command('accept')
      await waitUntil('it is answered', () => call.status() === '200')
      const before = provider.requests('INVITE').length
      const response = call.transfer(asterisk(MOBILE))
      await waitUntil('the transfer is answered', () => response() !== '')
      expect(response()).toBe('603')
      await expect.poll(newest).toMatchObject({ result: 'in_progress', direction: 'inbound' })
      call.hangUp()
      await expect.poll(newest).toMatchObject({ result: 'answered', direction: 'inbound', to: DID })
      expect(provider.requests('INVITE')).toHaveLength(before)
    }
  })

  it('without a trunk, calls outside are 503; phones of another company use their own only', async () => {
    const { hank, globexPbx } = phones.world
    const list = `/instances/${globexPbx}/bulks/extensions`
    const invites = () => [provider, second].flatMap((one) => one.requests('INVITE'))
    const calls = () => new Set(invites().map((one) => one.header('Call-ID'))).size
    const before = calls()
    const body = (await hank.post(list, { data: { id: 1500, name: 'Elsewhere' } })).body
    const domain = (await hank.get('/instances')).body[0].internal_domain
    const { sipPort } = phones.asterisk
    const phone = await startBaresip({ sipPort, number: 1500, domain, secret: body.data.secret })
    await waitUntil(
      'it is registered',
      async () => (await hank.get(`${list}/${body._id}`)).body.subscriber.state === 'AUTHENTICATED',
    )
    phone.command('dial', `sip:${MOBILE}@${domain}`)
    await waitUntil('it ends', () => phone.endings.length > 0)
    expect(phone.endings[0]).toContain('503')
    expect(calls()).toBe(before)
    await phone.stop()
  })
})
