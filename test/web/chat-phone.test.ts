import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
  await world.chat('ben', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'pocket',
    content: 'read on the way',
  })
})
afterAll(() => world?.stop())

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const left = (page: Page) => page.getByRole('complementary', { name: 'Streams and conversations' })
const right = (page: Page) => page.getByRole('complementary', { name: 'People and topics' })
const leftButton = (page: Page) => page.getByRole('button', { name: /^Streams and conversations/ })
const rightButton = (page: Page) => page.getByRole('button', { name: 'People and topics' })

test('the columns are drawers: a finger opens them, goes somewhere, and reads', async () => {
  const page = await world.openChat('ada', '#narrow/is/starred', phone)
  await leftButton(page).waitFor()
  expect(await left(page).count()).toBe(0)
  await leftButton(page).tap()
  await left(page)
    .getByRole('link', { name: /^test\b/ })
    .waitFor()
  await expectAccessible(page)
  await left(page)
    .getByRole('link', { name: /^test\b/ })
    .tap()
  await left(page).waitFor({ state: 'hidden' })
  await page.getByRole('main').getByText('read on the way').waitFor()
  // The topics are listed once, below their stream.
  await rightButton(page).tap()
  await right(page).waitFor()
  expect(
    await right(page)
      .getByRole('link', { name: /^pocket/ })
      .count(),
  ).toBe(0)
  await page.keyboard.press('Escape')
  await leftButton(page).tap()
  await left(page)
    .getByRole('link', { name: /^pocket/ })
    .tap()
  await left(page).waitFor({ state: 'hidden' })
  await page.waitForURL(/topic\/pocket$/)
  await page.getByRole('main').getByText('read on the way').waitFor()
  await expectAccessible(page)
  await page.goBack()
  await page.waitForURL(/stream\/\d+-test$/)
})

test('a tap beside a drawer closes it, and so does Escape, which gives the focus back', async () => {
  const page = await world.openChat('ada', '#all', phone)
  await leftButton(page).tap()
  await left(page).waitFor()
  await page.touchscreen.tap(370, 600)
  await left(page).waitFor({ state: 'hidden' })
  await rightButton(page).focus()
  await page.keyboard.press('Enter')
  await page.locator('aside:focus').and(right(page)).waitFor()
  await page.keyboard.press('Escape')
  await right(page).waitFor({ state: 'hidden' })
  await page.locator(':focus').and(rightButton(page)).waitFor()
})

test('a menu of a stream is reached without pointing, and q opens the drawer', async () => {
  const page = await world.openChat('ada', '#all', phone)
  await leftButton(page).tap()
  await left(page).getByRole('button', { name: 'Actions for #test' }).tap()
  await page.getByRole('menuitem', { name: 'Pin to the top' }).tap()
  await left(page).getByRole('list', { name: 'Pinned' }).waitFor()
  await page.keyboard.press('Escape')
  await left(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('q')
  await page.locator(':focus').and(page.getByLabel('Filter streams')).waitFor()
})

test('searching works, nothing is wider than the screen, and unread counts are shown', async () => {
  const page = await world.openChat('ben', '#narrow/is/starred', { ...phone, colorScheme: 'dark' })
  await page.getByRole('combobox', { name: 'Search messages' }).tap()
  await page.getByRole('combobox', { name: 'Search messages' }).fill('pock')
  await page.getByRole('option', { name: 'Search for pock' }).tap()
  await page.getByRole('main').getByText('read on the way').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.goto('/#narrow/is/starred')
  await world.chat('ada', 'POST /messages', { type: 'private', to: '["ben@example.com"]', content: 'psst' })
  await page.getByRole('button', { name: /^Streams and conversations, \d+ unread$/ }).waitFor()
  await expectAccessible(page)
})

test('the first stop of the keyboard leads past everything to the messages', async () => {
  const page = await world.openChat('ada')
  await page.getByRole('link', { name: /^All messages/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('main:focus').waitFor()
})
