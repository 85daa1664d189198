import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { strongestTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
/** One second and the header, as Asterisk records it. */
const SECOND_BYTES = 16_044
/** What the phones of Ada and Ben play. */
const [ada440, ben880] = [440, 880]

describe.skipIf(missing)(`greetings and prompts that people record by phone${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-prompts-'))
  let phones: PhoneWorld
  let greeting: string
  let menus: string
  beforeAll(async () => {
    phones = await startPhoneWorld()
    const instance = `/instances/${phones.world.acmePbx}`
    greeting = `${instance}/extensions/${(await phones.extension(1002))._id}/greeting`
    menus = `${instance}/menus`
  })
  afterEach(async () => {
    await phones.endPhones()
    await expect.poll(recorded).toEqual([])
  })
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const recorded = () => readdirSync(phones.asterisk.recordings)
  const hasSecond = () =>
    waitUntil('a second is recorded', () =>
      recorded().some((name) => statSync(join(phones.asterisk.recordings, name)).size > SECOND_BYTES),
    )
  /** Dials a code, and speaks for a second. */
  async function speak(phone: WorldPhone, code: string): Promise<void> {
    phone.call(code)
    await hasSecond()
    phone.command('sndcode', '#')
  }
  const hearsOwnVoice = (phone: WorldPhone) =>
    waitUntil('the recording is played', () => phone.hears() === phone.number)
  async function ends(phone: WorldPhone, action: () => void): Promise<void> {
    const before = phone.endings.length
    action()
    await waitUntil('the call ends', () => phone.endings.length > before)
  }
  const press = (phone: WorldPhone, digit: string) => () => phone.command('sndcode', digit)
  const audit = async () => (await phones.world.ada.get('/audit', { page_size: 1 })).body[0]
  async function toneAt(path: string): Promise<number> {
    const file = join(folder, 'sound.wav')
    writeFileSync(file, (await phones.world.ada.get(path)).bytes)
    return strongestTone(file, [ada440, ben880])
  }

  it('somebody hears the own greeting before keeping it with 1; hanging up discards it', async () => {
    const { ada, ben } = phones.world
    const phone = await phones.startPhone(1002)
    await speak(phone, '*95')
    await hearsOwnVoice(phone)
    await ends(phone, () => phone.command('hangup'))
    await phones.inHistory('1002 -> *95: answered')
    await expect.poll(recorded).toEqual([])
    expect((await ben.get(greeting)).status).toBe(404)

    await speak(phone, '*95')
    await hearsOwnVoice(phone)
    await ends(phone, press(phone, '1'))
    const { body } = await ben.get(greeting)
    expect(body).toMatchObject({ text: null, duration: expect.any(Number) })
    expect(body.duration).toBeGreaterThan(0)
    expect(await toneAt(`${greeting}/audio`)).toBe(ben880)
    expect(await audit()).toMatchObject({
      action: 'extension.greeting_set',
      contact: { id: phones.world.demo.acme.ben.id },
    })
    await ada.delete(greeting)
  })

  it('2 records again, as often as one likes', async () => {
    const phone = await phones.startPhone(1002)
    await speak(phone, '*95')
    await hearsOwnVoice(phone)
    phone.command('sndcode', '2')
    await waitUntil('it is recorded again', () =>
      recorded().some((name) => statSync(join(phones.asterisk.recordings, name)).size <= SECOND_BYTES),
    )
    await hasSecond()
    phone.command('sndcode', '#')
    await hearsOwnVoice(phone)
    await ends(phone, press(phone, '1'))
    expect((await phones.world.ben.delete(greeting)).status).toBe(200)
  })

  it('somebody who records while Switchboard restarts begins anew, and nothing is left of it', async () => {
    const { ben, telephony } = phones.world
    const phone = await phones.startPhone(1002)
    phone.call('*95')
    await hasSecond()
    await telephony.pbx.stop()
    await telephony.pbx.start()
    await waitUntil('it is recorded anew', () =>
      recorded().some((name) => statSync(join(phones.asterisk.recordings, name)).size <= SECOND_BYTES),
    )
    await hasSecond()
    phone.command('sndcode', '#')
    await hearsOwnVoice(phone)
    await ends(phone, () => phone.command('hangup'))
    expect((await ben.get(greeting)).status).toBe(404)
  })

  it('the prompt of a menu is recorded by those who may change it, and by nobody else', async () => {
    const { ada } = phones.world
    const made = await ada.post(menus, { number: 6301, name: 'Main', options: [] })
    expect(made.status).toBe(201)
    const menu = `${menus}/${made.body.id}`
    const [hers, his] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    for (const [phone, code] of [
      [his, '*956301'],
      [hers, '*956999'],
      [hers, '*951002'],
    ] as const) {
      await ends(phone, () => phone.call(code))
      await phones.inHistory(`${phone.number} -> ${code}: not_permitted`)
    }
    expect((await ada.get(menu)).body.prompt).toBeNull()

    await speak(hers, '*956301')
    await hearsOwnVoice(hers)
    await ends(hers, press(hers, '1'))
    expect((await ada.get(menu)).body.prompt).toMatchObject({ text: null, size: expect.any(Number) })
    expect(await toneAt(`${menu}/prompt`)).toBe(ada440)
    expect(await audit()).toMatchObject({ action: 'menu.updated' })
    // The phone of nobody has no greeting of its own.
    const hall = await phones.startPhone(1003)
    await ends(hall, () => hall.call('*95'))
    await phones.inHistory('1003 -> *95: not_permitted')
  })
})
