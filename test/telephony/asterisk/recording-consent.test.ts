import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { isSpeech, likeness, spokenWords } from '../../harness/asterisk/speech.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip', 'espeak-ng')
const BEEP = 1400

describe.skipIf(missing)(`recording with consent, through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-consent-'))
  const silence = join(folder, 'silence.wav')
  let phones: PhoneWorld
  beforeAll(async () => {
    writeTone(silence, 0, 60)
    phones = await startPhoneWorld({ serverSettings: { SPEECH: 'yes', ASTERISK_HAS_TRANSFER_FIX: 'yes' } })
  })
  afterEach(() => phones?.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const bytes = () => {
    const { recordings } = phones.asterisk
    return readdirSync(recordings).map((name) => statSync(join(recordings, name)).size)[0] ?? 0
  }
  const newest = async () => (await phones.world.ada.get('/cdrs')).body[0]
  const setRules = async (rules: object) =>
    expect((await phones.world.ada.patch('/company/recording-rules', rules)).status).toBe(200)
  const setState = async (state: string, client = phones.world.ada) =>
    (await client.put(`/cdrs/${(await newest()).id}/recording-state`, { recording_state: state })).status
  const untilState = (state: string | null) =>
    expect.poll(async () => (await newest()).recording_state).toBe(state)
  /** Both play silence, so that everything else comes from Asterisk. */
  async function talk() {
    const heard = [1001, 1002].map((number) => mkdtempSync(join(folder, `${number}-`)))
    const [ada, ben] = await Promise.all(
      heard.map((records, index) => phones.startPhone(1001 + index, { plays: silence, records })),
    )
    ada!.call(1002)
    await ben!.rings()
    ben!.command('accept')
    await ada!.talks()
    return { ada: ada!, ben: ben!, heard }
  }
  const soundIn = (records: string) =>
    readdirSync(records)
      .filter((name) => name.includes('dec'))
      .map((name) => join(records, name))
      .at(-1)
  async function untilBothHear(heard: readonly string[], hears: (path: string) => boolean) {
    for (const records of heard) {
      await waitUntil('it is heard', () => {
        const path = soundIn(records)
        return path !== undefined && hears(path)
      })
    }
  }
  async function hangUp(phone: WorldPhone) {
    await waitUntil('something is recorded', () => bytes() > 8000)
    phone.command('hangup')
    await expect.poll(async () => (await newest()).result).toBe('answered')
    await expect.poll(async () => (await newest()).recording).not.toBeNull()
  }

  it('both hear in their language that they are recorded, before the recording begins', async () => {
    expect((await phones.world.ada.patch('/company/speech', { language: 'de' })).status).toBe(200)
    await setRules({ notice: 'announcement', notice_to: 'everybody' })
    await phones.change(1002, { recording_in_internal: 'force' })
    let words: Buffer | undefined
    await waitUntil('the words are spoken', async () => {
      words = await spokenWords(phones.world, 'de', 'recorded')
      return words !== undefined
    })
    const { ada, heard } = await talk()
    await untilBothHear(heard, (path) => likeness(path, words!) > 0.8)
    await waitUntil('a second is recorded', () => bytes() > 16_000)
    await untilState('recording')
    await hangUp(ada)
    const { id } = await newest()
    const path = join(folder, 'call.wav')
    writeFileSync(path, (await phones.world.ben.get(`/cdrs/${id}/recording`)).bytes)
    expect(likeness(path, words!)).toBeLessThan(0.5)
  }, 150_000)

  it('after a transfer, the new phone hears it too, and a pause stays one', async () => {
    await phones.change(1003, { recording_in_internal: 'force' })
    const toHall = mkdtempSync(join(folder, '1003-'))
    const { ada, ben } = await talk()
    await untilState('recording')
    const hall = await phones.startPhone(1003, { plays: silence, records: toHall })
    ben.command('transfer', `sip:1003@${phones.domain}`)
    await hall.rings()
    await untilState('paused')
    hall.command('accept')
    await untilBothHear([toHall], isSpeech)
    await untilState('recording')
    // What somebody has paused stays so, wherever the call goes.
    expect(await setState('paused')).toBe(202)
    await untilState('paused')
    const dora = await phones.startPhone(1004, { plays: silence })
    await phones.change(1004, { recording_in_internal: 'force' })
    hall.command('transfer', `sip:1004@${phones.domain}`)
    await dora.rings()
    dora.command('accept')
    await dora.talks()
    await expect.poll(() => phones.statuses(1001, 1004)).toBe('in_call in_call')
    await pause(1000)
    expect((await newest()).recording_state).toBe('paused')
    expect(await setState('recording')).toBe(202)
    await untilState('recording')
    await hangUp(ada)
    for (const number of [1003, 1004]) await phones.change(number, { recording_in_internal: 'dontcare' })
    await setRules({ notice_to: 'outside' })
  }, 150_000)

  it('a tone says so instead; colleagues hear none if only people outside shall', async () => {
    const quiet = await talk()
    await untilState('recording')
    await pause(1000)
    for (const records of quiet.heard) expect(strongestTone(soundIn(records)!, [BEEP])).not.toBe(BEEP)
    await hangUp(quiet.ada)
    await phones.endPhones()
    await setRules({ notice: 'tone', notice_to: 'everybody' })
    const { ada, heard } = await talk()
    await untilBothHear(heard, (path) => strongestTone(path, [BEEP]) === BEEP)
    await untilState('recording')
    await hangUp(ada)
  })

  it('the owner pauses by the API, also after a restart; the person as far as *1 is permitted', async () => {
    await setRules({ notice: 'none' })
    const { ada, ben } = await talk()
    await untilState('recording')
    // The settings have begun it, and Ben may not end it.
    expect(await setState('paused', phones.world.ben)).toBe(403)
    const { pbx } = phones.world.telephony
    await pbx.stop()
    await pbx.start()
    expect(await setState('paused')).toBe(202)
    await untilState('paused')
    await pause(300)
    const size = bytes()
    await pause(700)
    expect(bytes()).toBe(size)
    await phones.change(1002, { recording_ondemand: 'override' })
    expect(await setState('recording', phones.world.ben)).toBe(202)
    await untilState('recording')
    await waitUntil('it goes on', () => bytes() > size + 8000)
    expect(await setState('paused', phones.world.hank)).toBe(404)
    for (const key of ['*', '1']) {
      ben.command('sndcode', key)
      await pause(400)
    }
    await hangUp(ada)
    await untilState(null)
    expect(await setState('recording')).toBe(409)
    expect(await setState('loud')).toBe(400)
    await phones.change(1002, { recording_ondemand: 'disabled', recording_in_internal: 'dontcare' })
  })
})
