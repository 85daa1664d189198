import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const PROMPT = 660

describe.skipIf(missing)(`menus through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-menus-'))
  const silence = join(folder, 'silence.wav')
  let phones: PhoneWorld
  let menu: string
  beforeAll(async () => {
    writeTone(silence, 0)
    writeTone(join(folder, 'prompt.wav'), PROMPT, 10)
    phones = await startPhoneWorld()
    const { world } = phones
    const made = await world.ada.post(`/instances/${world.acmePbx}/menus`, {
      number: 6201,
      name: 'Welcome',
      options: [
        { digit: '1', destination: '1002' },
        { digit: '2', destination: '1003' },
      ],
      timeout: 1,
      tries: 2,
      direct_dial: true,
      timeout_destination: '1003',
    })
    expect(made.status).toBe(201)
    menu = `/instances/${world.acmePbx}/menus/${made.body.id}`
  })
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const upload = async (seconds: number) => {
    const file = join(folder, `prompt-${seconds}.wav`)
    writeTone(file, PROMPT, seconds)
    const { status, body } = await phones.world.ada.call('PUT', `${menu}/prompt`, readFileSync(file), {
      'content-type': 'audio/wav',
    })
    expect([status, body.prompt?.duration]).toEqual([200, seconds])
  }
  /** Ada in the menu, who hears the prompt. */
  async function enter(): Promise<{ ada: WorldPhone; hears: () => number }> {
    const records = mkdtempSync(join(folder, 'ada-'))
    const ada = await phones.startPhone(1001, { plays: silence, records })
    ada.call(6201)
    await ada.talks()
    const hears = () => {
      const file = readdirSync(records).find((name) => name.includes('dec'))
      return file ? strongestTone(join(records, file), [440, PROMPT, 1000]) : 0
    }
    await waitUntil('Ada hears the prompt', () => hears() === PROMPT)
    return { ada, hears }
  }
  const press = async (phone: WorldPhone, digits: string) => {
    for (const digit of digits) {
      phone.command('sndcode', digit)
      await new Promise((next) => setTimeout(next, 300))
    }
  }

  it('the caller hears the prompt, presses a key, and reaches the right phone', async () => {
    await upload(10)
    const hall = await phones.startPhone(1003)
    const { ada } = await enter()
    await press(ada, '2')
    await hall.rings()
    hall.command('accept')
    await hall.talks()
    await phones.inHistory('1001 -> 6201: in_progress, 1003 answered')
    ada.command('hangup')
    await phones.inHistory('1001 -> 6201: answered, 1003 answered')
  })

  it('a wrong key plays the prompt again, and an extension can be dialled, but no other number', async () => {
    const { world } = phones
    await world.ada.post(`/instances/${world.acmePbx}/ring-groups`, {
      number: 6001,
      name: 'Sales',
      members: ['1003'],
    })
    const [ben, hall] = await Promise.all([phones.startPhone(1002), phones.startPhone(1003)])
    await phones.world.ada.patch(menu, { tries: 3 })
    const { ada } = await enter()
    await press(ada, '6001#')
    await press(ada, '1002#')
    await ben.rings()
    expect(hall.callers).toEqual([])
    ben.command('hangup')
    expect(await ada.ending()).toBeDefined()
    await phones.inHistory('1001 -> 6201: busy, 1002 busy')
  })

  it('who presses nothing goes where the menu says, after the last try', async () => {
    await upload(1)
    await phones.world.ada.patch(menu, { tries: 1 })
    const hall = await phones.startPhone(1003)
    const { ada } = await enter()
    await hall.rings()
    ada.command('hangup')
    await phones.inHistory('1001 -> 6201: cancelled, 1003 cancelled')
  })

  it('after a restart of Switchboard, the caller hears the menu again', async () => {
    await upload(60)
    await phones.world.ada.patch(menu, { direct_dial: false })
    const ben = await phones.startPhone(1002)
    const { ada } = await enter()
    await phones.world.telephony.pbx.stop()
    await phones.world.telephony.pbx.start()
    // The prompt is a minute long: if the old one went on, the key would be nobody's.
    await waitUntil('the menu takes keys again', async () => {
      ada.command('sndcode', '1')
      await new Promise((next) => setTimeout(next, 500))
      return ben.events.includes('CALL_INCOMING')
    })
    expect(ada.endings).toEqual([])
    ben.command('accept')
    await ben.talks()
    ada.command('hangup')
    await phones.inHistory('1001 -> 6201: answered, 1002 answered')
  })
})
