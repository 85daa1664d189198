import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningAsterisk, startAsterisk } from '../harness/asterisk/start-asterisk.ts'
import { strongestTone, writeTone } from '../harness/asterisk/tone.ts'
import { type BaresipPhone, startBaresip } from '../harness/kamailio/baresip-phone.ts'
import { missingPrograms } from '../harness/kamailio/missing-programs.ts'
import { waitUntil } from '../harness/kamailio/wait-until.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { giveTone, isSending, toneHeard } from '../harness/web/sound-of-page.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const missing = missingPrograms('asterisk', 'baresip')
const ACME = 'dev-acme-key'
const tones = { ada: 440, ben: 880 }
const all = Object.values(tones)

describe.skipIf(missing)(`the phone in the browser${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-softphone-'))
  let asterisk: RunningAsterisk
  let world: WebWorld
  let domain: string
  let desk: BaresipPhone | undefined
  const pages: Page[] = []
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startWebWorld(asterisk.settings)
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
    data: { id: number; secret: string }
    subscriber: { state: string; call_status: string }
  }
  async function extensions(): Promise<Shown[]> {
    const [{ uuid }] = await world.telephony<[{ uuid: string }]>(ACME, 'GET /instances')
    return world.telephony(ACME, `GET /instances/${uuid}/bulks/extensions`)
  }
  const extension = async (number: number) => (await extensions()).find(({ data }) => data.id === number)!
  const isRegistered = (number: number) =>
    waitUntil(`${number} is registered`, async () => {
      return (await extension(number)).subscriber.state === 'AUTHENTICATED'
    })
  /** Ben's desk phone, which plays a tone and records what it hears. */
  async function startDesk(): Promise<{ phone: BaresipPhone; hears: () => number }> {
    const records = mkdtempSync(join(folder, 'ben-'))
    const { secret } = (await extension(1002)).data
    const { sipPort } = asterisk
    desk = await startBaresip({
      sipPort,
      number: 1002,
      domain,
      secret,
      plays: join(folder, 'ben.wav'),
      records,
    })
    await isRegistered(1002)
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
  const button = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Phone' }).getByRole('button', { name, exact: true })

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
      await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name: 'Call' }).click()
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
      await page.getByRole('region', { name: 'Phone' }).waitFor({ state: 'detached' })
    },
  )

  test('two browsers: one calls the other, which declines, and a wrong number is told', async () => {
    const [ada, ben] = [await open('ada', '/portal/overview'), await open('ben', '/portal/overview')]
    for (const page of [ada, ben]) {
      await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name: 'Call' }).click()
    }
    await isRegistered(1001)
    await isRegistered(1002)
    const dial = async (number: string) => {
      await ada.getByLabel('Number').fill(number)
      await ada.getByLabel('Number').press('Enter')
    }
    await dial('1002')
    await button(ben, 'Answer').click()
    await expect.poll(() => toneHeard(ada, all)).toBe(tones.ben)
    await expect.poll(() => toneHeard(ben, all)).toBe(tones.ada)
    await button(ben, 'Hang up').click()
    await dial('1002')
    await button(ben, 'Decline').click()
    await ada.getByText('Busy', { exact: true }).waitFor()
    await dial('1999')
    await ada.getByText('There is no such number.').waitFor()
  })
})
