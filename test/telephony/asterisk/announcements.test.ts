import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { dataFolderWithSounds, isSpeech, likeness, spokenWords } from '../../harness/asterisk/speech.ts'
import { writeTone } from '../../harness/asterisk/tone.ts'
import { formOf } from '../../harness/form-of.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip', 'espeak-ng')

describe.skipIf(missing)(`what callers hear in words, through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-announcements-'))
  const silence = join(folder, 'silence.wav')
  let phones: PhoneWorld
  let greeting: string
  beforeAll(async () => {
    writeTone(silence, 0, 60)
    phones = await startPhoneWorld({
      directories: { astdatadir: dataFolderWithSounds(folder) },
      serverSettings: { SPEECH: 'yes' },
    })
    const { _id } = await phones.extension(1002)
    greeting = `/instances/${phones.world.acmePbx}/extensions/${_id}/greeting`
  })
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function startAda() {
    const records = mkdtempSync(join(folder, 'ada-'))
    const phone = await phones.startPhone(1001, { plays: silence, records })
    const heard = () => {
      const file = readdirSync(records)
        .filter((name) => name.includes('dec'))
        .toSorted()
        .at(-1)
      return file === undefined ? undefined : join(records, file)
    }
    const hears = (sound?: Buffer) =>
      waitUntil('words are heard', () => {
        const path = heard()
        if (path === undefined) return false
        return sound ? likeness(path, sound) > 0.8 : isSpeech(path)
      })
    return { ...phone, hears }
  }
  /** What the server has spoken, by its text. */
  async function spoken(language: string, name: string): Promise<Buffer> {
    let words: Buffer | undefined
    await waitUntil(`${name} is spoken`, async () => {
      words = await spokenWords(phones.world, language, name)
      return words !== undefined
    })
    return words!
  }

  it('an unknown number is explained before the call is refused, which is not answered', async () => {
    const ada = await startAda()
    ada.call(1999)
    await ada.hears()
    expect(await ada.ending()).toBe('404')
    expect(ada.events).not.toContain('CALL_ESTABLISHED')
    await phones.inHistory('1001 -> 1999: unknown_number')
  })

  it('callers are asked for a message in English by the sounds of Asterisk, in German by the speech program', async () => {
    const { world } = phones
    await phones.change(1002, { voicemail: 'default' })
    const ada = await startAda()
    ada.call(1002)
    await ada.hears()
    ada.command('hangup')
    await ada.ending()
    expect((await world.ada.patch('/company/speech', { language: 'de' })).status).toBe(200)
    const german = await spoken('de', 'leave_message')
    ada.call(1002)
    await ada.hears(german)
    ada.command('hangup')
    await waitUntil('the second call ends', () => ada.endings.length === 2)
    // Somebody who records a greeting hears how.
    const how = await spoken('de', 'speak_now')
    ada.call('*95')
    await ada.hears(how)
    ada.command('hangup')
    await waitUntil('she hangs up', () => ada.endings.length === 3)
    // The person is asked before the company.
    const language = greeting.replace(/greeting$/, 'language')
    expect((await world.ben.put(language, { language: 'nl' })).status).toBe(200)
    const dutch = await spoken('nl', 'leave_message')
    ada.call(1002)
    await ada.hears(dutch)
    ada.command('hangup')
    await waitUntil('the last call ends', () => ada.endings.length === 4)
  })

  it('a greeting that was typed is spoken to callers', async () => {
    const { body, headers } = await formOf({ text: 'Ben is at sea until Monday.', language: 'en' })
    const set = await phones.world.ben.call('PUT', greeting, body, headers)
    expect(set).toMatchObject({ status: 200, body: { text: 'Ben is at sea until Monday.', language: 'en' } })
    const { bytes } = await phones.world.ben.get(`${greeting}/audio`)
    const ada = await startAda()
    ada.call(1002)
    await ada.hears(bytes)
    ada.command('hangup')
    await ada.ending()
  })
})
