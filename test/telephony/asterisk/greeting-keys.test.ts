import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receiveVoicemail } from '../../../src/telephony/phones/voicemail/receive-voicemail.ts'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { strongestTone, toneFile, writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const [GREETING, MESSAGE] = [620, 760]
/** What the tones mean: the time to speak or to dial the PIN, and the time to choose a key. */
const [READY, CHOOSE] = [1000, 800]
/** A part of the tone of ringing. */
const RINGING = 480
const DID = '+12025550123'
const MOBILE = '+12025550177'
const PIN = '4711'

describe.skipIf(missing)(`keys during a greeting, with Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-greeting-keys-'))
  const silence = join(folder, 'silence.wav')
  let phones: PhoneWorld
  let provider: SipProvider
  let greeting: string
  let count = 0
  beforeAll(async () => {
    writeTone(silence, 0, 60)
    phones = await startPhoneWorld()
    provider = await startSipProvider('127.0.0.1')
    const { ada, acmePbx } = phones.world
    const trunk = { name: 'Provider', kind: 'ip', host: '127.0.0.1', port: provider.port }
    expect((await ada.post('/trunks', trunk)).status).toBe(201)
    const destination = { kind: 'internal', pbx: acmePbx, number: '1002' }
    expect((await ada.post('/dids', { number: DID, destination })).status).toBe(201)
    await waitUntil('the trunk is used', () => provider.requests('OPTIONS').length > 0)
    greeting = `/instances/${acmePbx}/extensions/${(await phones.extension(1002))._id}/greeting`
    await phones.change(1002, {
      voicemail: 'default',
      voicemail_vmpwd: PIN,
      vmx_unavail_enabled: 'enabled',
      vmx_option_0_number: MOBILE,
      vmx_option_1_number: '1003',
      vmx_option_2_number: '911',
    })
    await upload()
  })
  afterEach(async () => {
    await phones.endPhones()
    for (const { id } of await messages()) await phones.world.ada.delete(`/voicemail/messages/${id}`)
  })
  afterAll(async () => {
    await phones?.stop()
    provider?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function upload(): Promise<void> {
    const type = { 'content-type': 'audio/wav' }
    const { status } = await phones.world.ben.call('PUT', greeting, toneFile(GREETING, 60), type)
    expect(status).toBe(200)
  }
  const messages = async () =>
    (await phones.world.ada.get('/voicemail/messages')).body as { id: string; is_read: boolean }[]
  const recordings = () => readdirSync(phones.asterisk.recordings)
  /** Of a message of a second or more, which is kept. */
  const isRecording = () =>
    recordings().some((name) => statSync(join(phones.asterisk.recordings, name)).size > 16_000 + 44)
  /** A message for Ben is stored as if Asterisk had recorded it. */
  async function leaveMessage(): Promise<void> {
    count += 1
    await receiveVoicemail(phones.world.telephony, {
      kind: 'recorded',
      address: { domain: phones.domain, number: 1002 },
      call: `test.${count}`,
      recording: `test.${count}`,
      read: async () => toneFile(MESSAGE, 20),
      remove: async () => {},
    })
  }

  /** Ada calls Ben, who is not there, and hears this. */
  async function callBen(first = GREETING) {
    const records = mkdtempSync(join(folder, 'ada-'))
    const ada = await phones.startPhone(1001, { plays: silence, records })
    const heard = () => {
      const file = readdirSync(records).find((name) => name.includes('dec'))
      return file ? strongestTone(join(records, file), [GREETING, MESSAGE, READY, CHOOSE, RINGING], 0.3) : 0
    }
    const hears = (hertz: number) => waitUntil(`${hertz} is heard`, () => heard() === hertz)
    const press = async (digits: string) => {
      for (const digit of digits) {
        ada.command('sndcode', digit)
        await pause(300)
      }
    }
    ada.call(1002)
    await hears(first)
    return { ...ada, hears, press }
  }

  it('a key leads to its number, also outside, and the phone there rings', async () => {
    const hall = await phones.startPhone(1003)
    const ada = await callBen()
    await ada.press('1')
    await hall.rings()
    await ada.hears(RINGING)
    hall.command('accept')
    await hall.talks()
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: answered, 1002 unavailable, 1003 answered')
    const call = provider.call(`sip:${DID}@127.0.0.1:${phones.asterisk.sipPort}`)
    await waitUntil('the mailbox answers', () => call.status() === '200')
    await waitUntil('the key is taken', async () => {
      call.press('0')
      await pause(500)
      return provider.requests('INVITE').length > 0
    })
    expect(provider.requests('INVITE')[0]!.firstLine).toContain(`sip:${MOBILE}@`)
    call.hangUp()
    await phones.inHistory(`+15550199 -> ${DID}: answered, 1002 unavailable, ${MOBILE} answered`)
  })

  it('# ends the greeting, and so does a key for an emergency number, which is not called', async () => {
    const before = provider.requests('INVITE').length
    for (const key of ['#', '2']) {
      const ada = await callBen()
      await ada.press(key)
      await waitUntil('the message is recorded', isRecording)
      ada.command('hangup')
      await phones.inHistory('1001 -> 1002: voicemail, 1002 unavailable')
      await waitUntil('Asterisk has deleted its copy', () => recordings().length === 0)
      await phones.endPhones()
    }
    expect(await messages()).toHaveLength(2)
    expect(provider.requests('INVITE')).toHaveLength(before)
  })

  it('after a restart of Switchboard, the greeting begins again, and keys work', async () => {
    const hall = await phones.startPhone(1003)
    const ada = await callBen()
    await phones.world.telephony.pbx.stop()
    await phones.world.telephony.pbx.start()
    // The greeting is a minute long: if the old one went on, the key would be nobody's.
    await waitUntil('the key is taken', async () => {
      await ada.press('1')
      return hall.events.includes('CALL_INCOMING')
    })
    expect(ada.endings).toEqual([])
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: cancelled, 1002 unavailable, 1003 cancelled')
  })

  it('tones ask for a key without a greeting, if the extension says so', async () => {
    await phones.change(1002, { vmx_play_instructions: true })
    expect((await phones.world.ben.delete(greeting)).status).toBe(200)
    const hall = await phones.startPhone(1003)
    const ada = await callBen(CHOOSE)
    await ada.press('1')
    await hall.rings()
    ada.command('hangup')
    await phones.endPhones()
    const patient = await callBen(CHOOSE)
    await patient.hears(READY)
    await waitUntil('the message is recorded', isRecording)
    patient.command('hangup')
    await phones.change(1002, { vmx_play_instructions: false })
    await upload()
  })

  it('* and the PIN open the mailbox, from inside and from outside', async () => {
    await leaveMessage()
    const ada = await callBen()
    await ada.press('*')
    await ada.hears(READY)
    await ada.press(`${PIN}#`)
    await ada.hears(MESSAGE)
    await ada.press('2')
    await ada.ending()
    await phones.inHistory('1001 -> 1002: answered, 1002 unavailable')
    expect((await messages()).map(({ is_read }) => is_read)).toEqual([true])
    await leaveMessage()
    const call = provider.call(`sip:${DID}@127.0.0.1:${phones.asterisk.sipPort}`)
    await waitUntil('the mailbox answers', () => call.status() === '200')
    // The greeting may not have begun yet.
    await pause(1000)
    for (const digit of `*${PIN}#`) {
      call.press(digit)
      await pause(300)
    }
    await waitUntil('the message is played', async () => {
      call.press('3')
      await pause(500)
      return (await messages()).length === 1
    })
    await phones.inHistory(`+15550199 -> ${DID}: answered, 1002 unavailable`)
  })

  it('without the PIN nothing is heard, and the call counts as missed', async () => {
    await leaveMessage()
    const ada = await callBen()
    await ada.press('*')
    await ada.hears(READY)
    for (const wrong of ['#', '0000#', '4712#']) await ada.press(wrong)
    await ada.ending()
    await phones.inHistory('1001 -> 1002: unavailable, 1002 unavailable')
    expect((await messages()).map(({ is_read }) => is_read)).toEqual([false])
  })

  it('* only ends the greeting if the extension says so', async () => {
    await phones.change(1002, { disable_star_voicemail: 'yes' })
    const ada = await callBen()
    await ada.press('*')
    await waitUntil('the message is recorded', isRecording)
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: voicemail, 1002 unavailable')
    await phones.change(1002, { disable_star_voicemail: 'no' })
  })
})
