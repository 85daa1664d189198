import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningAsterisk, startAsterisk } from '../harness/asterisk/start-asterisk.ts'
import { strongestTone, writeTone } from '../harness/asterisk/tone.ts'
import { type BaresipPhone, startBaresip } from '../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../harness/sip/missing-programs.ts'
import { waitUntil } from '../harness/sip/wait-until.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import {
  askForMicrophone,
  giveTone,
  isPlaying,
  isSending,
  microphones,
  permitMicrophone,
  toneHeard,
} from '../harness/web/sound-of-page.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

const missing = missingPrograms('asterisk', 'baresip')
const ACME = 'dev-acme-key'
const tones = { ada: 440, ben: 880 }
const all = Object.values(tones)

describe.skipIf(missing)(`the phone in the browser${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-softphone-'))
  let asterisk: RunningAsterisk
  let world: OwnWebWorld
  let domain: string
  let desk: BaresipPhone | undefined
  const pages: Page[] = []
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startWebWorld({ ...asterisk.settings, ASTERISK_HAS_TRANSFER_FIX: 'yes' })
    const [instance] = await world.telephony<[{ internal_domain: string }]>(ACME, 'GET /instances')
    domain = instance.internal_domain
    writeTone(join(folder, 'ben.wav'), tones.ben)
  }, 120_000)
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close()
    // It says goodbye.
    desk?.command('quit')
    await waitUntil('all phones are gone', async () =>
      (await extensions()).every(({ subscriber }) => subscriber.state === 'UNAUTHENTICATED'),
    )
    await desk?.stop()
    desk = undefined
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  interface Shown {
    _id: string
    pbx: string
    data: { id: number; secret: string }
    subscriber: { state: string; call_status: string }
  }
  async function extensions(): Promise<Shown[]> {
    const [{ uuid }] = await world.telephony<[{ uuid: string }]>(ACME, 'GET /instances')
    return world.telephony(ACME, `GET /instances/${uuid}/bulks/extensions`)
  }
  const extension = async (number: number) => (await extensions()).find(({ data }) => data.id === number)!
  async function change(number: number, data: object): Promise<void> {
    const { _id, pbx } = await extension(number)
    await world.telephony(ACME, `PATCH /instances/${pbx}/bulks/extensions/${_id}`, { data })
  }
  const isRegistered = (number: number) =>
    waitUntil(`${number} is registered`, async () => {
      return (await extension(number)).subscriber.state === 'AUTHENTICATED'
    })
  /** A desk phone, usually Ben's, which plays a tone and records what it hears. */
  async function startDesk(number = 1002): Promise<{ phone: BaresipPhone; hears: () => number }> {
    const records = mkdtempSync(join(folder, 'ben-'))
    const { secret } = (await extension(number)).data
    const { sipPort } = asterisk
    const plays = join(folder, 'ben.wav')
    desk = await startBaresip({ sipPort, number, domain, secret, plays, records })
    await isRegistered(number)
    const hears = () => {
      const file = readdirSync(records).find((name) => name.includes('dec'))
      return file ? strongestTone(join(records, file), all) : 0
    }
    return { phone: desk, hears }
  }
  async function open(person: 'ada' | 'ben', at: string, options = {}): Promise<Page> {
    const page = await world.openChat(person, 'docs', options)
    pages.push(page)
    await giveTone(page, tones[person])
    await page.goto(at)
    return page
  }
  const region = (page: Page) => page.getByRole('region', { name: 'Phone' })
  const button = (page: Page, name: string) => region(page).getByRole('button', { name, exact: true })

  const openPhone = (page: Page) =>
    page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name: 'Call' }).click()
  const dial = async (page: Page, number: string) => {
    await page.getByLabel('Number').fill(number)
    await page.getByLabel('Number').press('Enter')
  }
  test('Ada calls Ben from his profile: both hear each other, she mutes, presses keys and hangs up', async () => {
    const { phone, hears } = await startDesk()
    await world.chat('ben', 'POST /messages', { type: 'stream', to: 'test', topic: 'hello', content: 'Hi!' })
    const page = await open('ada', `/#narrow/stream/${await world.streamId('test')}-test/topic/hello`)
    await page.getByRole('button', { name: 'Ben Okri', exact: true }).click()
    const card = page.getByRole('dialog', { name: 'Ben Okri' })
    await card.getByRole('button', { name: 'Call' }).click()
    await waitUntil('it rings', () => phone.events.includes('CALL_INCOMING'))
    expect(phone.callers).toEqual([`Ada Lovelace <sip:1001@${domain}>`])
    phone.command('accept')
    await page.getByText('In a call').waitFor()
    await region(page).getByText('Ben Okri').waitFor()
    await button(page, 'Hide call controls').click()
    await button(page, 'Mute').waitFor({ state: 'hidden' })
    await button(page, 'Show call controls').click()
    await waitUntil('Ben hears Ada', () => hears() === tones.ada)
    await expect.poll(() => toneHeard(page, all)).toBe(tones.ben)
    await expectAccessible(page)
    await button(page, 'Mute').click()
    expect(await isSending(page)).toBe(false)
    await button(page, 'Mute').click()
    expect(await isSending(page)).toBe(true)
    await button(page, 'Keypad').click()
    await button(page, '5').click()
    await waitUntil('the key arrives', () => phone.events.includes('CALL_DTMF_START'))
    await button(page, 'Hang up').click()
    await waitUntil('it ends', () => phone.endings.length === 1)
    await page.getByLabel('Number').waitFor()
  })

  test.each(['light', 'dark'] as const)(
    'Ben calls, and Ada answers in the portal (%s)',
    async (colorScheme) => {
      const { phone, hears } = await startDesk()
      const page = await open('ada', '/portal/overview', { colorScheme })
      await openPhone(page)
      await page.getByLabel('Ring in this browser').check()
      await expectAccessible(page)
      await isRegistered(1001)
      await button(page, 'Close').click()
      phone.command('dial', `sip:1001@${domain}`)
      await page.getByRole('alert').filter({ hasText: 'Ben' }).waitFor()
      await expectAccessible(page)
      await button(page, 'Answer').click()
      await waitUntil('Ben hears Ada', () => hears() === tones.ada)
      await expect.poll(() => toneHeard(page, all)).toBe(tones.ben)
      phone.command('hangup')
      await region(page).waitFor({ state: 'detached' })
    },
  )

  /** Ada calls Ben, both in browsers. */
  async function talk(): Promise<[ada: Page, ben: Page]> {
    const [ada, ben] = [await open('ada', '/portal/overview'), await open('ben', '/portal/overview')]
    for (const page of [ada, ben]) await openPhone(page)
    await isRegistered(1001)
    await isRegistered(1002)
    await dial(ada, '1002')
    await button(ben, 'Answer').click()
    await expect.poll(() => toneHeard(ada, all)).toBe(tones.ben)
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ada)
    return [ada, ben]
  }

  test('Ada puts the call on hold and takes it back', async () => {
    const [ada, ben] = await talk()
    await button(ada, 'Hold').click()
    await region(ada).getByText('On hold').waitFor()
    await expect.poll(async () => (await extension(1001)).subscriber.call_status).toBe('on_hold')
    await expect.poll(() => toneHeard(ben, all)).not.toBe(tones.ada)
    expect(await isSending(ada)).toBe(false)
    await expectAccessible(ada)
    await button(ada, 'Hold').click()
    await region(ada).getByText('In a call').waitFor()
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ada)
    await expect.poll(() => toneHeard(ada, all)).toBe(tones.ben)
    await button(ada, 'Hang up').click()
    await ben.getByLabel('Number').waitFor()
  })

  const other = (page: Page) => region(page).getByRole('region', { name: 'Other call' })

  test('Ada answers a second call, switches between both, and connects them with each other', async () => {
    // The directory knows who it is, whatever the extension is called.
    await change(1002, { name: 'Second desk' })
    const [ada, ben] = await talk()
    await region(ada).getByText('Ben Okri').waitFor()
    const { phone } = await startDesk(1003)
    phone.command('dial', `sip:1001@${domain}`)
    await ada.getByRole('alert').filter({ hasText: 'Meeting room' }).waitFor()
    const timer = region(ada).getByRole('timer')
    await expect.poll(async () => (await timer.innerText()) > '0:02').toBe(true)
    const talkedFor = await timer.innerText()
    await expect.poll(() => ada.title()).toBe('Meeting room (1003) is calling')
    await expectAccessible(ada)
    await button(ada, 'Answer').click()
    await other(ada).getByText('Ben Okri · On hold').waitFor()
    await expect.poll(() => ada.title()).toBe('Overview – Acme')
    await expect.poll(() => toneHeard(ben, all)).not.toBe(tones.ada)
    await expectAccessible(ada)
    await button(ada, 'Keypad').click()
    await button(ada, 'Switch calls').click()
    await other(ada).getByText('Meeting room · On hold').waitFor()
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ada)
    expect(await isPlaying(ada)).toBe(true)
    expect((await timer.innerText()) >= talkedFor).toBe(true)
    expect(await button(ada, 'Keypad').getAttribute('aria-expanded')).toBe('false')
    await button(ada, 'Connect both').click()
    await ada.getByLabel('Number').waitFor()
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ben)
    expect(phone.endings).toEqual([])
    expect((await microphones(ada)).open).toBe(0)
    await button(ben, 'Hang up').click()
    await change(1002, { name: 'Ben Okri' })
  })

  test('Ada transfers a call without asking, and a number that nobody has leaves it as it is', async () => {
    const [ada, ben] = await talk()
    const { phone } = await startDesk(1003)
    const transfer = async (number: string) => {
      await button(ada, 'Transfer').click()
      await ada.getByLabel('Transfer to').fill(number)
      await expectAccessible(ada)
      await button(ada, 'Transfer now').click()
    }
    await transfer('1999')
    await ada.getByText('The call could not be transferred. It goes on.').waitFor()
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ada)
    await transfer('1003')
    await waitUntil('it rings', () => phone.events.includes('CALL_INCOMING'))
    phone.command('accept')
    await ada.getByLabel('Number').waitFor()
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ben)
    await button(ben, 'Hang up').click()
    await waitUntil('it ends', () => phone.endings.length === 1)
  })

  /** Ada asks at another number before she transfers; Ben waits. */
  async function askFirst(ada: Page, ben: Page, phone: BaresipPhone): Promise<void> {
    await button(ada, 'Transfer').click()
    await ada.getByLabel('Transfer to').fill('1003')
    await button(ada, 'Ask first').click()
    await waitUntil('it rings', () => phone.events.includes('CALL_INCOMING'))
    await other(ada).getByText('Ben Okri · On hold').waitFor()
    await expect.poll(() => toneHeard(ben, all)).not.toBe(tones.ada)
  }

  test('Ada asks a colleague first, who hears her alone, and then connects Ben with him', async () => {
    const [ada, ben] = await talk()
    const { phone, hears } = await startDesk(1003)
    await askFirst(ada, ben, phone)
    phone.command('accept')
    await waitUntil('he hears Ada', () => hears() === tones.ada)
    await expect.poll(() => toneHeard(ada, all)).toBe(tones.ben)
    await button(ada, 'Connect both').click()
    await waitUntil('he hears Ben', () => hears() === tones.ben)
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ben)
    await expect.poll(async () => (await extension(1001)).subscriber.call_status).toBe('idle')
    expect(phone.endings).toEqual([])
    await button(ben, 'Hang up').click()
    await waitUntil('it ends', () => phone.endings.length === 1)
    await expect
      .poll(async () => (await world.telephony<object[]>(ACME, 'GET /cdrs?page_size=3')).at(-1))
      .toMatchObject({ to: '1002', result: 'answered', transferred_to: '1003' })
  })

  test('a colleague who is asked first declines: Ada is told, takes Ben back, and they talk on', async () => {
    const [ada, ben] = await talk()
    const { phone } = await startDesk(1003)
    await askFirst(ada, ben, phone)
    phone.command('hangup')
    await ada.getByText('Busy', { exact: true }).waitFor()
    await other(ada).waitFor({ state: 'detached' })
    expect(await button(ada, 'Hold').getAttribute('aria-pressed')).toBe('true')
    await button(ada, 'Hold').click()
    await region(ada).getByText('In a call').waitFor()
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ada)
    await button(ada, 'Hang up').click()
  })

  test('Ada chooses a microphone during a call, and is asked before closing the tab ends it', async () => {
    const [ada, ben] = await talk()
    await ada.evaluate(() => {
      const device = { deviceId: 'headset', kind: 'audioinput', label: 'Headset' } as MediaDeviceInfo
      navigator.mediaDevices.enumerateDevices = async () => [device]
    })
    await button(ada, 'Microphone and speaker').click()
    await ada.getByLabel('Speaker', { exact: true }).waitFor()
    await expectAccessible(ada)
    await ada.getByLabel('Microphone', { exact: true }).selectOption('Headset')
    await expect.poll(() => microphones(ada)).toEqual({ opened: 2, open: 1 })
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ada)
    const asked = ada.waitForEvent('dialog')
    await ada.close({ runBeforeUnload: true })
    await (await asked).dismiss()
    await region(ada).getByText('In a call').waitFor()
    await button(ada, 'Hang up').click()
    await ada.getByLabel('Number').waitFor()
    expect((await microphones(ada)).open).toBe(0)
  })

  test('a microphone that is permitted after hanging up is closed at once, and the next call works', async () => {
    const [ada, ben] = [await open('ada', '/portal/overview'), await open('ben', '/portal/overview')]
    for (const page of [ada, ben]) await openPhone(page)
    for (const number of [1001, 1002]) await isRegistered(number)
    await askForMicrophone(ada)
    await dial(ada, '1002')
    await button(ada, 'Hang up').click()
    await ada.getByLabel('Number').waitFor()
    await dial(ada, '1002')
    await permitMicrophone(ada)
    await button(ben, 'Answer').click()
    await expect.poll(() => toneHeard(ada, all)).toBe(tones.ben)
    expect(await microphones(ada)).toEqual({ opened: 2, open: 1 })
    await button(ada, 'Hang up').click()
    await ada.getByLabel('Number').waitFor()
    expect(await microphones(ada)).toEqual({ opened: 2, open: 0 })
  })

  test('Ada records a call with a button; both see it, and she hears it in the portal', async () => {
    await change(1001, { recording_ondemand: 'enabled' })
    const [ada, ben] = await talk()
    await button(ada, 'Record').click()
    for (const page of [ada, ben]) await page.getByText('This call is being recorded.').waitFor()
    await expectAccessible(ada)
    expect(await button(ben, 'Record').count()).toBe(0)
    await button(ada, 'Record').click()
    for (const page of [ada, ben]) {
      await page.getByText('This call is being recorded.').waitFor({ state: 'hidden' })
    }
    await button(ada, 'Hang up').click()
    await ada.getByLabel('Number').waitFor()
    await ada.goto('/portal/calls')
    await ada
      .getByRole('button', { name: 'Play the recording of the call from Ada Lovelace' })
      .first()
      .click()
    await ada.getByLabel('Recording of the call from Ada Lovelace', { exact: true }).waitFor()
    await change(1001, { recording_ondemand: 'disabled' })
  })

  test('a call that is always recorded says so, without a button', async () => {
    await change(1002, { recording_in_internal: 'force' })
    const pages = await talk()
    for (const page of pages) {
      await page.getByText('This call is being recorded.').waitFor()
      expect(await button(page, 'Record').count()).toBe(0)
    }
    await button(pages[0], 'Hang up').click()
    await change(1002, { recording_in_internal: 'dontcare' })
  })

  test('a recording that does not begin is reported', async () => {
    await change(1001, { recording_ondemand: 'enabled' })
    const [ada] = await talk()
    await button(ada, 'Record').waitFor()
    await world.pbx.stop()
    await button(ada, 'Record').click()
    await ada.getByText('The recording could not be started or stopped.').waitFor()
    await world.pbx.start()
    await button(ada, 'Hang up').click()
    await change(1001, { recording_ondemand: 'disabled' })
  })

  test('keys that are pressed quickly all arrive, also those of the keyboard', async () => {
    const { phone } = await startDesk()
    const page = await open('ada', '/portal/overview')
    await openPhone(page)
    await isRegistered(1001)
    await dial(page, '1002')
    await waitUntil('it rings', () => phone.events.includes('CALL_INCOMING'))
    phone.command('accept')
    await page.getByText('In a call').waitFor()
    await button(page, 'Keypad').click()
    for (const key of ['1', '2']) await button(page, key).click()
    await page.keyboard.type('34')
    await waitUntil(
      'all keys arrive',
      () => phone.events.filter((event) => event === 'CALL_DTMF_START').length === 4,
    )
    await button(page, 'Hang up').click()
  })

  test('two browsers: one calls the other, which declines, and a wrong number is told', async () => {
    const [ada, ben] = await talk()
    await button(ben, 'Hang up').click()
    await dial(ada, '1002')
    await button(ben, 'Decline').click()
    await ada.getByText('Busy', { exact: true }).waitFor()
    await dial(ada, '1999')
    await ada.getByText('There is no such number.').waitFor()
    expect(await ada.getByLabel('Number').inputValue()).toBe('1999')
  })
})
