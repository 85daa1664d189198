import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const people = (page: Page) =>
  page.getByRole('complementary', { name: 'Streams and conversations' }).getByRole('list', { name: 'People' })
const column = (page: Page) => page.getByRole('complementary', { name: 'People and topics' })

test('who comes is shown as available at once, and everybody else as offline', async () => {
  const page = await world.openChat('ada')
  await people(page)
    .getByRole('link', { name: /^Cleo Vance.*Offline/ })
    .waitFor()
  await column(page).getByText('Nobody else is online.').waitFor()
  await world.openChat('cleo')
  await people(page)
    .getByRole('link', { name: /^Cleo Vance.*Available/ })
    .waitFor()
  await column(page)
    .getByRole('list', { name: 'Online' })
    .getByRole('link', { name: /^Cleo Vance/ })
    .waitFor()
  await people(page)
    .getByRole('link', { name: /^Gus Green.*guest.*Offline/ })
    .waitFor()
  await world.chat('ben', 'POST /users/me/presence', { status: 'idle', new_user_input: false })
  await people(page)
    .getByRole('link', { name: /^Ben Okri.*Away/ })
    .waitFor()
  // People who are online stand above the others.
  expect(await people(page).getByRole('link').nth(1).textContent()).toContain('Cleo Vance')
  await expectAccessible(page)
})

test('a status is shown beside the name, and taken away again', async () => {
  const page = await world.openChat('ada')
  await world.chat('ben', 'POST /users/me/status', { status_text: 'On the road', emoji_name: 'car' })
  await people(page)
    .getByRole('link', { name: /^Ben Okri.*On the road/ })
    .waitFor()
  await people(page)
    .getByRole('link', { name: /^Ben Okri/ })
    .click()
  await column(page).getByText('On the road').waitFor()
  await column(page).getByText('ben@example.com').waitFor()
  await column(page).getByText('Member', { exact: true }).waitFor()
  await world.chat('ben', 'POST /users/me/status', { status_text: '', emoji_name: '', emoji_code: '' })
  await column(page).getByText('On the road').waitFor({ state: 'detached' })
})

test('profiles show the fields of the organization', async () => {
  const page = await world.openChat('ben')
  await people(page)
    .getByRole('link', { name: /^Ada Lovelace/ })
    .click()
  await column(page).getByRole('paragraph').getByText('+1 202 555 0101').waitFor()
  await column(page).getByText('Administrator').waitFor()
  await column(page).locator('strong', { hasText: 'first' }).waitFor()
  await expectAccessible(page)
})

test('the members of a stream; people with permission add others, who appear in all windows', async () => {
  const page = await world.openChat('ada', '#narrow/stream/test')
  const other = await world.openChat('ben', '#narrow/stream/test')
  const members = (window: Page) =>
    column(window).getByRole('list', { name: 'People in this stream' }).getByRole('link')
  await column(page).getByRole('heading', { name: '2 people' }).waitFor()
  await column(page).getByRole('button', { name: 'Add people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add people to test' })
  expect(await dialog.getByRole('checkbox', { name: /Ben Okri/ }).count()).toBe(0)
  await dialog.getByLabel('Search people').fill('cle')
  await dialog.getByRole('checkbox', { name: /Cleo Vance/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await members(page).filter({ hasText: 'Cleo Vance' }).waitFor()
  await members(other).filter({ hasText: 'Cleo Vance' }).waitFor()
  await column(other).getByRole('heading', { name: '3 people' }).waitFor()
})

test('adding is offered only with permission, and the dialog shows a refusal', async () => {
  const page = await world.openChat('cleo', '#narrow/stream/announcements')
  await column(page).getByRole('button', { name: 'Add people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add people to announcements' })
  await dialog.getByRole('checkbox', { name: /Gus Green/ }).check()
  await world.chat('ada', 'PATCH /realm', { invite_to_stream_policy: 2 })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText("Only administrators can modify other users' subscriptions.").waitFor()
  expect(await dialog.getByRole('checkbox', { name: /Gus Green/ }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await column(page).getByRole('button', { name: 'Add people' }).waitFor({ state: 'detached' })
})

test('people are filtered by their names', async () => {
  const page = await world.openChat('ada')
  await page.getByLabel('Filter people').fill('okr')
  await people(page)
    .getByRole('link', { name: /^Ada Lovelace/ })
    .waitFor({ state: 'detached' })
  await expect.poll(() => people(page).getByRole('link').count()).toBe(1)
  await page.getByLabel('Filter people').fill('nobody like this')
  await page.getByText('No matching people.').waitFor()
})
