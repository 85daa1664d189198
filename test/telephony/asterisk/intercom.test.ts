import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { describeSound } from '../../harness/asterisk/sip-message.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const DID = '+12025550123'

/** Ben's phone answers if it is asked to, and says that it is busy otherwise. */
describe.skipIf(missing)(`phones that answer by themselves, with Asterisk${missing}`, () => {
  let phones: PhoneWorld
  let provider: SipProvider
  let ben: PlainPhone
  const started: WorldPhone[] = []
  beforeAll(async () => {
    phones = await startPhoneWorld()
    provider = await startSipProvider('127.0.0.2')
    const { world } = phones
    const trunk = { name: 'Provider', kind: 'ip', host: '127.0.0.2', port: provider.port }
    expect((await world.ada.post('/trunks', trunk)).status).toBe(201)
    const destination = { kind: 'internal', pbx: world.acmePbx, number: '1002' }
    expect((await world.ada.post('/dids', { number: DID, destination })).status).toBe(201)
    const group = { number: 6001, name: 'All', members: ['1002'] }
    expect((await world.ada.post(`/instances/${world.acmePbx}/ring-groups`, group)).status).toBe(201)
    await waitUntil('the provider is asked', () => provider.requests('OPTIONS').length > 0)
    const { secret } = (await phones.extension(1002)).data
    const { sipPort } = phones.asterisk
    ben = await createPlainPhone({ sipPort, number: 1002, domain: phones.domain, secret })
    ben.answer('INVITE', (invitation) => {
      if (!isAsked(invitation)) return '486 Busy Here'
      const body = describeSound('127.0.0.1', ben.port)
      const type = 'Content-Type: application/sdp'
      return ['200 OK', type, `Content-Length: ${body.length}`, '', body].join('\r\n')
    })
    expect(await ben.register(3600)).toBe(200)
    const isThere = async () => (await phones.extension(1002)).subscriber.state === 'AUTHENTICATED'
    await waitUntil('Ben is registered', isThere)
  })
  afterEach(async () => {
    for (const phone of started.splice(0)) phone.command('quit')
    await waitUntil('no channel is left', async () => (await phones.channels()).length === 0)
    await phones.killPhones()
    ben.requests.splice(0)
    await phones.change(1002, defaults)
    await expect.poll(() => phones.statuses(1001, 1002)).toBe('idle idle')
  })
  afterAll(async () => {
    await ben?.close()
    await phones?.stop()
    provider?.stop()
  })

  const defaults = {
    answermode: 'disabled',
    intercom: 'enabled',
    findmefollow_enabled: '',
    noanswer_dest: '',
  }
  async function start(number: number): Promise<WorldPhone> {
    const phone = await phones.startPhone(number)
    started.push(phone)
    return phone
  }
  const isAsked = (invitation: string) =>
    /^Call-Info: <[^>]+>;answer-after=0\r$/m.test(invitation) &&
    /^Alert-Info: <[^>]+>;info=alert-autoanswer/m.test(invitation)
  /** Those of new calls, without changes of calls in progress. */
  const invitations = () =>
    ben.requests.filter((text) => text.startsWith('INVITE ') && !/^To:.*;tag=/m.test(text))
  /** How a call to Ben's phone ends, or that they talk. */
  async function callBen(dialled: number | string): Promise<string> {
    const ada = await start(1001)
    ada.call(dialled)
    const talks = () => ada.events.includes('CALL_ESTABLISHED')
    await waitUntil('they talk, or it ends', () => talks() || ada.endings.length > 0)
    if (!talks()) return ada.ending()
    await expect.poll(() => phones.statuses(1001, 1002)).toBe('in_call in_call')
    ada.command('hangup')
    await waitUntil('it ends', () => ada.endings.length > 0)
    return 'they talk'
  }

  it('*80 and a number: the phone answers by itself', async () => {
    expect(await callBen('*801002')).toBe('they talk')
    await phones.inHistory('1001 -> *801002: answered, 1002 answered')
    expect(await callBen(1002)).toBe('486')
  })

  it('*80 is refused if the extension does not want it, and goes nowhere else', async () => {
    await phones.change(1002, { intercom: 'disabled' })
    expect(await callBen('*801002')).toBe('403')
    await phones.inHistory('1001 -> *801002: unavailable')
    for (const number of [6001, 1999, 911]) expect(await callBen(`*80${number}`)).toBe('404')
    expect(invitations()).toEqual([])
    // 1003 has no phone; another number is not tried.
    await phones.change(1003, { chanunavail_dest: '1002' })
    expect(await callBen('*801003')).toBe('480')
    expect(invitations()).toEqual([])
    await phones.change(1003, { chanunavail_dest: '' })
  })

  it('*80 does not disturb: neither in a call, unless the extension overrides that, nor with do-not-disturb', async () => {
    const dora = await start(1004)
    dora.call('*801002')
    await dora.talks()
    await expect.poll(() => phones.statuses(1002)).toBe('in_call')
    expect(await callBen('*801002')).toBe('486')
    await phones.change(1002, { intercom: 'override', callwaiting_enable: 'DISABLED' })
    expect(await callBen('*801002')).toBe('they talk')
    await phones.change(1002, { callwaiting_enable: 'ENABLED' })
    const { ben: user } = phones.world
    const setStatus = (status: string) => user.patch('/status/v2/current-user', { main_status: { status } })
    await setStatus('do_not_disturb')
    expect(await callBen('*801002')).toBe('486')
    await setStatus('available')
  })

  it('answermode: the phone answers calls of colleagues by itself, and no others', async () => {
    await phones.change(1002, { answermode: 'intercom' })
    expect(await callBen(1002)).toBe('they talk')
    // Others ring: from outside, to a group, and forwarded ones.
    const call = provider.call(`sip:${DID}@127.0.0.1:${phones.asterisk.sipPort}`)
    await waitUntil('it is refused', () => call.status() === '486')
    expect(await callBen(6001)).toBe('486')
    await phones.change(1003, { chanunavail_dest: '1002' })
    expect(await callBen(1003)).toBe('486')
    await phones.change(1003, { chanunavail_dest: '' })
    await phones.change(1002, { findmefollow_enabled: 'yes' })
    expect(await callBen(1002)).toBe('486')
    expect(invitations().map(isAsked)).toEqual([true, false, false, false, false])
  })

  it('answermode: a second call rings', async () => {
    await phones.change(1002, { answermode: 'intercom' })
    const dora = await start(1004)
    dora.call(1002)
    await dora.talks()
    await expect.poll(() => phones.statuses(1002)).toBe('in_call')
    expect(await callBen(1002)).toBe('486')
    expect(dora.endings).toEqual([])
  })

  it('another company does not reach the phone by *80', async () => {
    const { hank, globexPbx } = phones.world
    const [globex] = (await hank.get('/instances')).body
    const list = `/instances/${globexPbx}/bulks/extensions`
    const { status, body } = await hank.post(list, { data: { id: 1700, name: 'Elsewhere' } })
    expect(status).toBe(201)
    const { sipPort } = phones.asterisk
    const { secret } = body.data
    const stranger = await createPlainPhone({ sipPort, number: 1700, domain: globex.internal_domain, secret })
    expect(await stranger.call('*801002')).toMatch(/^SIP\/2.0 404 /)
    await stranger.close()
    expect(invitations()).toEqual([])
  })
})
