import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { survivesTransfers } from '../../../src/telephony/phones/pbx/asterisk/phones/transfer-support.ts'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { createPlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { describeSound } from '../../harness/asterisk/sip-message.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`hold, call waiting and transfers through Asterisk${missing}`, () => {
  let phones: PhoneWorld
  beforeAll(async () => {
    // Whatever the version of Asterisk: the phones of these tests do not send what crashes it.
    phones = await startPhoneWorld({ serverSettings: { ASTERISK_HAS_TRANSFER_FIX: 'yes' } })
  })
  afterEach(() => phones?.endPhones())
  afterAll(() => phones?.stop())

  const rings = (phone: WorldPhone, times = 1) =>
    waitUntil(`${phone.number} rings`, () => phone.callers.length >= times)
  const hear = async (one: WorldPhone, other: WorldPhone) => {
    await waitUntil(`${one.number} hears ${other.number}`, () => one.hears() === other.number)
    await waitUntil(`${other.number} hears ${one.number}`, () => other.hears() === one.number)
  }
  const shows = (statuses: string, ...numbers: number[]) =>
    expect.poll(() => phones.statuses(...numbers)).toBe(statuses)
  /** baresip does not say so of a call that it has tried to transfer. */
  const ended = (phone: WorldPhone, times = 1) =>
    waitUntil(`a call of ${phone.number} ends`, () => phone.endings.length >= times)

  async function startThree() {
    return [
      await phones.startPhone(1001),
      await phones.startPhone(1002),
      await phones.startPhone(1003),
    ] as const
  }
  async function talk(caller: WorldPhone, callee: WorldPhone) {
    const calls = callee.callers.length
    caller.call(callee.number)
    await rings(callee, calls + 1)
    callee.command('accept')
    await waitUntil('they talk', () => caller.hears() === callee.number)
  }
  /** How many packets of sound Asterisk has sent to a phone; baresip does not record them after a hold of its own. */
  async function sentTo(phone: WorldPhone) {
    const channel = (await phones.channels()).find(({ name }) => name.startsWith(`PJSIP/${phone.number}@`))!
    return Number(await phones.evaluate(channel.id, 'CHANNEL(rtcp,txcount)'))
  }

  it('a call on hold: nothing is heard, and the API shows who holds it', async () => {
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    await talk(ada, ben)
    await hear(ada, ben)
    ben.command('hold')
    await shows('in_call on_hold', 1001, 1002)
    await waitUntil('Ada hears nobody', () => ada.hears() === 0)
    await waitUntil('Ben hears nobody', () => ben.hears() === 0)
    const sent = await sentTo(ben)
    ben.command('resume')
    await shows('in_call in_call', 1001, 1002)
    await waitUntil('Ada hears Ben', () => ada.hears() === 1002)
    await waitUntil('Ben is sent sound', async () => (await sentTo(ben)) > sent + 50)
    ben.command('hangup')
    await ended(ada)
  })

  it('a second call rings while the first goes on, unless call waiting is off', async () => {
    const [ada, ben, hall] = await startThree()
    await talk(ada, ben)
    hall.call(1002)
    await rings(ben, 2)
    expect(ben.callers[1]).toContain('<sip:1003@')
    ben.command('accept')
    await hear(hall, ben)
    await shows('in_call', 1002)
    expect(ada.endings).toEqual([])
    hall.command('hangup')
    await ended(hall)
    await phones.change(1002, { callwaiting_enable: 'DISABLED' })
    hall.call(1002)
    await waitUntil('it is busy', () => hall.endings.length === 2)
    expect(hall.endings[1]).toContain('486')
    await phones.change(1002, { callwaiting_enable: 'ENABLED' })
  })

  it('the callee transfers the caller to another number', async () => {
    const [ada, ben, hall] = await startThree()
    await talk(ada, ben)
    ben.command('transfer', `sip:1003@${phones.domain}`)
    await rings(hall)
    expect(hall.callers[0]).toContain('<sip:1001@')
    await shows('idle', 1002)
    // A part of that tone has the frequency of her own.
    await waitUntil('Ada hears ringing', () => ada.hears() === 1001)
    hall.command('accept')
    await hear(ada, hall)
    await shows('in_call idle in_call', 1001, 1002, 1003)
    await phones.inHistory('1001 -> 1002: in_progress, 1002 answered, 1003 answered, transferred to 1003')
    ada.command('hangup')
    await ended(hall)
    await phones.inHistory('1001 -> 1002: answered, 1002 answered, 1003 answered, transferred to 1003')
  })

  it('the caller transfers the callee', async () => {
    const [ada, ben, hall] = await startThree()
    await talk(ada, ben)
    ada.command('transfer', `sip:1003@${phones.domain}`)
    await rings(hall)
    expect(hall.callers[0]).toContain('<sip:1002@')
    hall.command('accept')
    await shows('idle', 1001)
    await hear(ben, hall)
    hall.command('hangup')
    await ended(ben)
    await phones.inHistory(
      '1002 -> 1003: answered, 1003 answered',
      '1001 -> 1002: answered, 1002 answered, transferred to 1003',
    )
  })

  it.each([
    ['a number that nobody has', '1999'],
    ['a number of another company only', '1701'],
  ])('to %s: nothing changes', async (_, number) => {
    const there = `/instances/${phones.world.globexPbx}/bulks/extensions`
    if (number === '1701') await phones.world.hank.post(there, { data: { id: 1701, name: 'Elsewhere' } })
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    await talk(ada, ben)
    ben.command('transfer', `sip:${number}@${phones.domain}`)
    await waitUntil('it is refused', () => ben.events.includes('TRANSFER_FAILED'))
    await hear(ada, ben)
    ada.command('hangup')
    await shows('idle idle', 1001, 1002)
    await phones.inHistory('1001 -> 1002: answered, 1002 answered')
  })

  it('a phone is told that its transfer has succeeded before its call ends', async () => {
    const { secret } = (await phones.extension(1002)).data
    const { sipPort } = phones.asterisk
    const ben = await createPlainPhone({ sipPort, number: 1002, domain: phones.domain, secret })
    ben.answer('INVITE', () => {
      const sound = describeSound('127.0.0.1', ben.port)
      const headers = ['Content-Type: application/sdp', `Content-Length: ${sound.length}`]
      return ['200 OK', ...headers, '', sound].join('\r\n')
    })
    expect(await ben.register()).toBe(200)
    const [ada, hall] = [await phones.startPhone(1001), await phones.startPhone(1003)]
    for (let round = 1; round <= 4; round += 1) {
      ada.events.length = 0
      ada.call(1002)
      await ada.talks()
      const invite = ben.requests.findLast((request) => request.startsWith('INVITE'))!
      expect(await ben.refer(invite, `sip:1003@${phones.domain}`)).toBe(202)
      await rings(hall, round)
      await waitUntil(
        'the call ends',
        () => ben.requests.filter((one) => one.startsWith('BYE')).length === round,
      )
      expect(ben.notified('refer').at(-1)).toContain('SIP/2.0 200')
      ada.command('hangup')
      await shows('idle idle', 1001, 1003)
    }
    expect(ben.notified('refer').join()).not.toContain('503')
    await ben.register(0)
    await ben.close()
  })

  it('nobody answers where it is transferred to: the call ends, and was answered', async () => {
    const [ada, ben, hall] = await startThree()
    await phones.change(1003, { ringtimer: '1' })
    await talk(ada, ben)
    ben.command('transfer', `sip:1003@${phones.domain}`)
    await rings(hall)
    await ended(ada)
    await phones.inHistory('1001 -> 1002: answered, 1002 answered, 1003 no_answer, transferred to 1003')
    await phones.change(1003, { ringtimer: '0' })
  })

  /** The address of another call of the phone, as it names it to transfer one call to the other. */
  async function replaces(phone: WorldPhone, of: 'first' | 'second', to: number) {
    const own = (await phones.channels())
      .filter(({ name }) => name.startsWith(`PJSIP/${phone.number}@`))
      .sort((one, other) => Date.parse(one.creationtime) - Date.parse(other.creationtime))
    const { id } = own.at(of === 'first' ? 0 : -1)!
    const part = (name: string) => phones.evaluate(id, `CHANNEL(pjsip,${name})`)
    const [call, here, there] = [await part('call-id'), await part('local_tag'), await part('remote_tag')]
    const value = encodeURIComponent(`${call};to-tag=${here};from-tag=${there}`)
    return `sip:${to}@${phones.domain}?Replaces=${value}`
  }

  it('the callee asks the other one first, then connects both', async () => {
    const [ada, ben, hall] = await startThree()
    await talk(ada, ben)
    ben.command('hold')
    await talk(ben, hall)
    const other = await replaces(ben, 'second', 1003)
    ben.command('line', '1')
    ben.command('transfer', other)
    await hear(ada, hall)
    await shows('idle', 1002)
    await shows('in_call idle in_call', 1001, 1002, 1003)
    hall.command('hangup')
    await ended(ada)
    await phones.inHistory(
      '1002 -> 1003: answered, 1003 answered',
      '1001 -> 1002: answered, 1002 answered, 1003 answered, transferred to 1003',
    )
  })

  it('the caller asks the other one first, then connects both', async () => {
    const [ada, ben, hall] = await startThree()
    await talk(ada, ben)
    ada.command('hold')
    await talk(ada, hall)
    const other = await replaces(ada, 'second', 1003)
    ada.command('line', '1')
    ada.command('transfer', other)
    await hear(ben, hall)
    await shows('idle', 1001)
    ben.command('hangup')
    await ended(hall)
    await phones.inHistory(
      '1002 -> 1003: answered, 1003 answered',
      '1001 -> 1003: answered, 1003 answered',
      '1001 -> 1002: answered, 1002 answered, transferred to 1003',
    )
  })

  it('two callers of one phone are connected', async () => {
    const [ada, ben, hall] = await startThree()
    await talk(ada, ben)
    await talk(hall, ben)
    const other = await replaces(ben, 'second', 1003)
    ben.command('line', '1')
    ben.command('transfer', other)
    await hear(ada, hall)
    await shows('idle', 1002)
    ada.command('hangup')
    await ended(hall)
    await phones.inHistory(
      '1003 -> 1002: answered, 1002 answered',
      '1001 -> 1002: answered, 1002 answered, 1003 answered, transferred to 1003',
    )
  })
})

describe.skipIf(missing)(`a phone that crashes an Asterisk without the fix for transfers${missing}`, () => {
  let phones: PhoneWorld
  beforeAll(async () => {
    phones = await startPhoneWorld()
  })
  afterAll(() => phones?.stop())

  const status = async () => (await phones.world.ada.get(`/instances/${phones.world.acmePbx}/status`)).body

  it('REFER with Refer-Sub: false: Asterisk and the call go on; an affected version refuses it, and the status says so', async () => {
    const { system } = await phones.asteriskInfo()
    const isAffected = !survivesTransfers(system.version)
    expect(await status()).toEqual({
      reachable: true,
      detail: '',
      warnings: isAffected ? [expect.stringContaining(`can crash Asterisk ${system.version}`)] : [],
    })
    const { secret } = (await phones.extension(1002)).data
    const { sipPort } = phones.asterisk
    const ben = await createPlainPhone({ sipPort, number: 1002, domain: phones.domain, secret })
    try {
      ben.answer('INVITE', () => {
        const sound = describeSound('127.0.0.1', ben.port)
        const headers = ['Content-Type: application/sdp', `Content-Length: ${sound.length}`]
        return ['200 OK', ...headers, '', sound].join('\r\n')
      })
      expect(await ben.register()).toBe(200)
      const ada = await phones.startPhone(1001)
      ada.call(1002)
      await ada.talks()
      const invite = ben.requests.find((request) => request.startsWith('INVITE'))!
      const response = await ben.refer(invite, `sip:1003@${phones.domain}`, 'Refer-Sub: false')
      // A version with the fix accepts it, and transfers the call to a phone that is off.
      expect(response).toBe(isAffected ? 603 : 202)
      if (isAffected) await expect.poll(() => phones.statuses(1001, 1002)).toBe('in_call in_call')
      expect(phones.asterisk.isRunning()).toBe(true)
    } finally {
      await ben.close()
    }
  })
})

it.each([
  ['22.10.1~dfsg+~cs6.16-1', false],
  ['22.11.0', true],
  ['22.9.0', false],
  ['20.20.1', false],
  ['20.21.0-rc1', true],
  ['21.12.3', false],
  ['23.4.0', false],
  ['23.5.0', true],
  ['24.0.0', true],
  ['18.26.4', false],
  ['certified-22.8-cert1', false],
  ['GIT-master-abc', false],
])('Asterisk %s: transfers are safe: %s', (version, isSafe) => {
  expect(survivesTransfers(version)).toBe(isSafe)
})
