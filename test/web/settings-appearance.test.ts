import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let ben: Page
beforeAll(async () => {
  world = await startWebWorld()
  ben = await world.openChat('ben', '#settings/appearance')
})
afterAll(() => world?.stop())

const eventually = <Value>(get: () => Value) => expect.poll(get)

test('the theme holds at once and stays', async () => {
  const ground = () => ben.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await ground()
  await ben.getByRole('radio', { name: 'Dark' }).check()
  await eventually(ground).not.toBe(light)
  await expectAccessible(ben)
  await ben.reload()
  expect(await ben.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  await ben.getByRole('radio', { name: 'System' }).check()
  await eventually(ground).toBe(light)
})

test('times are shown as one likes to read them', async () => {
  await world.chat('ben', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'clock',
    content: 'tick',
  })
  await ben.getByLabel('Use 24-hour time').check()
  await ben.getByText('Saved', { exact: true }).waitFor()
  const reader = await world.openChat('ben', '#narrow/stream/test/topic/clock')
  const message = reader.getByRole('article').filter({ hasText: 'tick' })
  await message.waitFor()
  expect(await message.textContent()).not.toMatch(/[AP]M/)
  const account = await world.openChat('ben', '#settings/account')
  const lastSeen = account.getByRole('region', { name: 'Where you are signed in' }).locator('time').first()
  await lastSeen.waitFor()
  expect(await lastSeen.textContent()).not.toMatch(/[AP]M/)
  // Elsewhere it changes while one looks.
  await ben.getByLabel('Use 24-hour time').uncheck()
  await message.filter({ hasText: /[AP]M/ }).waitFor()
  await lastSeen.filter({ hasText: /[AP]M/ }).waitFor()
})

test('a setting is the same in every window', async () => {
  const other = await world.openChat('ben', '#settings/appearance')
  await other.getByLabel('Enter sends a message').waitFor()
  await ben.getByLabel('Enter sends a message').uncheck()
  await eventually(() => other.getByLabel('Enter sends a message').isChecked()).toBe(false)
})

test('in German everything is German, at once and in the same page', async () => {
  await ben.getByLabel('Search messages').fill('half a word')
  await ben.evaluate('globalThis.isSamePage = true')
  await ben.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await ben.getByRole('heading', { level: 1, name: 'Aussehen' }).waitFor()
  expect(await ben.evaluate('globalThis.isSamePage')).toBe(true)
  expect(await ben.getByLabel('Nachrichten suchen').inputValue()).toBe('half a word')
  expect(await ben.locator('html').getAttribute('lang')).toBe('de')
  // The hours are those of the language.
  await ben.goto('/#narrow/stream/test/topic/clock')
  const message = ben.getByRole('article').filter({ hasText: 'tick' })
  await message.waitFor()
  expect(await message.textContent()).toMatch(/\d:\d\d/)
  expect(await message.textContent()).not.toMatch(/[AP]M/)
  await ben.goto('/#settings/account')
  const lastSeen = ben.getByRole('main').locator('time').first()
  await lastSeen.waitFor()
  expect(await lastSeen.textContent()).toMatch(/\d:\d\d/)
  expect(await lastSeen.textContent()).not.toMatch(/[AP]M/)
  const tabs = { profile: 'Profil', account: 'Konto', notifications: 'Benachrichtigungen' }
  for (const [tab, title] of Object.entries(tabs)) {
    await ben.goto(`/#settings/${tab}`)
    await ben.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectGerman(ben)
  }
  await ben.goto('/#settings/bots')
  await ben.getByRole('button', { name: 'Bot hinzufügen' }).waitFor()
  await expectGerman(ben)
  await ben.goto('/#streams/new')
  await ben.getByRole('heading', { name: 'Neuer Stream' }).waitFor()
  await expectGerman(ben)
  await expectAccessible(ben)
})

test('the language goes with the account', async () => {
  const elsewhere = await world.openChat('ben', '#settings/appearance')
  await elsewhere.getByRole('heading', { level: 1, name: 'Aussehen' }).waitFor()
  const other = await world.openChat('ada', '#settings/appearance')
  await other.getByRole('heading', { level: 1, name: 'Appearance' }).waitFor()
  await elsewhere.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
  await elsewhere.getByRole('heading', { level: 1, name: 'Appearance' }).waitFor()
})

/** Short words that are in nearly every English sentence, and in no German one. */
const english = /\b(the|you|your|and|of|for|with|when|not|are)\b/i

/** What the demo wrote is as it was written. */
const written = new Set([
  'With the country code',
  'What everybody should know.',
  'For trying things out.',
  'Everybody is here.',
])

async function expectGerman(page: Page): Promise<void> {
  const shown = String(await page.locator('main').innerText())
  const lines = shown.split('\n').map((line) => line.trim())
  expect(lines.filter((line) => english.test(line) && !written.has(line))).toEqual([])
}
