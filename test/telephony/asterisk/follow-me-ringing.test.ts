import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
/** What phone 1003 plays, a tone of the music that goes on all the time, and the tones to speak and to press a key. */
const [HALL, MUSIC, READY, CHOOSE] = [1320, 392, 1000, 800]

describe.skipIf(missing)(`how follow-me rings, with Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-ringing-'))
  const silence = join(folder, 'silence.wav')
  let phones: PhoneWorld
  beforeAll(async () => {
    writeTone(silence, 0, 60)
    phones = await startPhoneWorld()
    await phones.change(1002, {
      findmefollow_enabled: 'yes',
      findmefollow_grplist: '1003',
      findmefollow_pre_ring: 1,
      findmefollow_strategy: 'hunt',
      voicemail: 'default',
    })
  })
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Ada calls Ben, whose calls follow him to 1003. */
  async function callBen() {
    const records = mkdtempSync(join(folder, 'ada-'))
    const ada = await phones.startPhone(1001, { plays: silence, records })
    const heard = () => {
      // One for each time that the sound is agreed on; their names begin with the time.
      const file = readdirSync(records)
        .filter((name) => name.includes('dec'))
        .toSorted()
        .at(-1)
      return file ? strongestTone(join(records, file), [HALL, MUSIC, READY, CHOOSE], 0.3) : 0
    }
    ada.call(1002)
    return {
      ...ada,
      heard,
      hears: (hertz: number) => waitUntil(`${hertz} is heard`, () => heard() === hertz),
    }
  }

  it('callers hear music until somebody answers', async () => {
    await phones.change(1002, { findmefollow_ringing: 'default' })
    const [, hall] = await Promise.all([phones.startPhone(1002), phones.startPhone(1003)])
    const ada = await callBen()
    await ada.hears(MUSIC)
    expect(ada.events).not.toContain('CALL_ESTABLISHED')
    await hall.rings()
    await ada.hears(MUSIC)
    hall.command('accept')
    await ada.hears(HALL)
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: answered, 1002 no_answer, 1003 answered')
  })

  it('the music goes on if the call is forwarded, and begins again after a restart of Switchboard', async () => {
    const own = { findmefollow_grplist: '1002', findmefollow_pre_ring: 0, findmefollow_grptime: 1 }
    await phones.change(1002, { ...own, findmefollow_ringing: 'default', findmefollow_postdest: '1003' })
    await phones.startPhone(1002)
    const hall = await phones.startPhone(1003)
    const ada = await callBen()
    await hall.rings()
    await ada.hears(MUSIC)
    await phones.world.telephony.pbx.stop()
    await phones.world.telephony.pbx.start()
    await waitUntil('the phone rings anew', () => hall.callers.length === 2)
    await ada.hears(MUSIC)
    hall.command('accept')
    await ada.hears(HALL)
    ada.command('hangup')
    await phones.change(1002, {
      findmefollow_postdest: '',
      findmefollow_grplist: '1003',
      findmefollow_pre_ring: 1,
    })
  })

  it('the music ends before the tone of the mailbox', async () => {
    await phones.change(1002, { findmefollow_ringing: 'jazz', findmefollow_grptime: 1 })
    await phones.startPhone(1003)
    const { recordings } = phones.asterisk
    const ada = await callBen()
    await ada.hears(MUSIC)
    await ada.hears(READY)
    await waitUntil('a second is recorded', () =>
      readdirSync(recordings).some((name) => statSync(join(recordings, name)).size > 16_000 + 44),
    )
    // Asterisk sends nothing while it records.
    expect(ada.heard()).toBe(READY)
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: voicemail, 1002 unavailable, 1003 no_answer')
  })

  it('the music ends when tones ask for a key, and begins again when the key leads to follow-me', async () => {
    const music = { findmefollow_ringing: 'default', findmefollow_grptime: 1 }
    const keys = { vmx_unavail_enabled: 'enabled', vmx_option_1_number: '1004', vmx_play_instructions: true }
    await phones.change(1002, { ...music, ...keys })
    await phones.change(1004, { ...music, findmefollow_enabled: 'yes', findmefollow_grplist: '1003' })
    await phones.startPhone(1003)
    const ada = await callBen()
    await ada.hears(MUSIC)
    await ada.hears(CHOOSE)
    ada.command('sndcode', '1')
    await ada.hears(MUSIC)
    ada.command('hangup')
    await phones.change(1002, { vmx_unavail_enabled: 'disabled' })
  })

  it('with Ring, there is no music', async () => {
    await phones.change(1002, { findmefollow_ringing: 'Ring', findmefollow_grptime: 20 })
    const hall = await phones.startPhone(1003)
    const ada = await callBen()
    await hall.rings()
    await waitUntil('it rings for Ada', () => ada.events.includes('CALL_RINGING'))
    expect(ada.events).not.toContain('CALL_PROGRESS')
  })

  it('phones of the list get the Alert-Info of the extension, the own phone does not', async () => {
    await phones.change(1002, { findmefollow_dring: '<http://127.0.0.1/Bellcore-dr2>;info="a, b"' })
    const plain = await Promise.all([1002, 1003].map(startPlainPhone))
    const ada = await callBen()
    const invitation = (phone: PlainPhone) => phone.requests.find((one) => one.startsWith('INVITE '))
    const [own, hall] = plain as [PlainPhone, PlainPhone]
    await waitUntil('the own phone is called', () => invitation(own) !== undefined)
    await waitUntil('the other is called', () => invitation(hall) !== undefined)
    expect(invitation(own)).not.toContain('Alert-Info')
    expect(invitation(hall)).toContain('\r\nAlert-Info: <http://127.0.0.1/Bellcore-dr2>;info="a, b"\r\n')
    ada.command('hangup')
    for (const phone of plain) {
      await phone.register(0)
      await phone.close()
    }
  })

  /** A phone that rings, and shows us the headers of its calls. */
  async function startPlainPhone(number: number): Promise<PlainPhone> {
    const { domain, asterisk, extension } = phones
    const { secret } = (await extension(number)).data
    const phone = await createPlainPhone({ sipPort: asterisk.sipPort, number, domain, secret })
    phone.answer('INVITE', () => '180 Ringing')
    expect(await phone.register()).toBe(200)
    return phone
  }
})
