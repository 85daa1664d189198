import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { tinyPng } from '../harness/documents.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const account = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}` })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Workspace' })
const places = (page: Page) => page.getByRole('combobox', { name: /^Go to a conversation/ })

const write = (topic: string, content: string) =>
  world.chat('ben', 'POST /messages', { type: 'stream', to: 'test', topic, content })

async function sendText(words: string): Promise<void> {
  const { id } = await world.telephony<{ id: string }>(GLOBEX_KEY, 'POST /texting/conversations', {
    recipients: [{ number: '+12025550101' }],
    from_number: '+12025550199',
  })
  const body = { text: words, with_warning: true }
  await world.telephony(GLOBEX_KEY, `POST /texting/conversations/${id}/messages/publish`, body)
}

test('people sign in once for chat and phones, and out of both', async () => {
  const page = await world.openStranger('/portal/extensions')
  await page.getByRole('link', { name: 'Sign in with your account' }).click()
  await page.getByLabel('Email').fill('ben@example.com')
  await page.getByLabel('Password', { exact: true }).fill('demo-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await account(page, 'Ben Okri').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/portal\/extensions/)
  await page.getByText('Live', { exact: true }).waitFor()
  await expectAccessible(page)
  await account(page, 'Ben Okri').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Sign in with your account' }).waitFor()
})

test('chat and phones are one workspace, which loads once', async () => {
  await world.chat('ada', 'POST /mark_all_as_read')
  await write('roof', 'one roof for all')
  const page = await world.openStranger('/')
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await page.getByRole('main').getByRole('link', { name: /^roof/ }).first().click()
  await page.getByRole('article').getByText('one roof for all').waitFor()
  // It is read before the chat is left.
  await rail(page).getByRole('link', { name: 'Chat', exact: true }).waitFor()
  await page.evaluate('window.isSamePage = true')
  // What is unread in one app is seen in the other.
  await sendText('Is anybody there?')
  await rail(page).getByRole('link', { name: 'Phones 1 unread' }).click()
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Texting 1 unread' }).click()
  await page.getByRole('heading', { level: 1, name: 'Texting' }).waitFor()
  await write('walls', 'and four walls')
  await rail(page).getByRole('link', { name: 'Chat 1 unread' }).waitFor()
  await expect.poll(() => page.title()).toBe('(2) Texting – Acme')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.getByText('Is anybody there?').first().click()
  await rail(page).getByRole('link', { name: 'Phones', exact: true }).waitFor()
  // Each app continues where it was.
  await rail(page).getByRole('link', { name: 'Chat 1 unread' }).click()
  await page.getByRole('heading', { level: 1, name: /roof$/ }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /^Texting/ }).waitFor()
  await page.keyboard.press('Control+k')
  await places(page).fill('1002')
  await page.getByRole('option', { name: '1002 Ben Okri Extension' }).click()
  await page.getByRole('heading', { name: '1002 · Ben Okri' }).waitFor()
  // Unsaved changes are not lost on the way to the chat, either.
  await page.getByLabel('Name', { exact: true }).first().fill('Benjamin')
  await page.keyboard.press('Control+k')
  await places(page).fill('announcements')
  await page.getByRole('option', { name: 'announcements', exact: true }).click()
  await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).waitFor()
  await page.getByRole('button', { name: 'Discard and leave' }).click()
  await page.getByRole('heading', { level: 1, name: /announcements/ }).waitFor()
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  // Signing out here ends the other tab as well.
  const other = await page.context().newPage()
  await other.goto('/portal/locations')
  await other.getByRole('heading', { level: 1, name: 'Locations' }).waitFor()
  await account(page, 'Ada Lovelace').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await other.getByRole('link', { name: 'Sign in with your account' }).waitFor()
})

test('a user sees and changes the personal settings of their own extension only', async () => {
  const page = await world.openChat('ben')
  await page.goto('/portal/extensions')
  await page.getByRole('link', { name: '1002', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: '1001', exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'New extension' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
  await page.getByRole('link', { name: '1002', exact: true }).click()
  await page.getByLabel('Voicemail', { exact: true }).first().waitFor()
  expect(await page.getByText('Recording', { exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  await page.getByLabel('Voicemail', { exact: true }).first().check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expectAccessible(page)
})

/** Ben uploads a picture, as his settings in the chat do. */
async function uploadPicture(): Promise<void> {
  const username = 'ben@example.com'
  const body = new URLSearchParams({ username })
  const fetched = await fetch(`${world.url}/api/v1/dev_fetch_api_key`, { method: 'POST', body })
  const { api_key: key } = (await fetched.json()) as { api_key: string }
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(tinyPng)]), 'ben.png')
  const authorization = `Basic ${Buffer.from(`${username}:${key}`).toString('base64')}`
  const call = { method: 'POST', headers: { authorization }, body: form }
  expect((await fetch(`${world.url}/api/v1/users/me/avatar`, call)).status).toBe(200)
}

test('people have their picture of the chat, and others their initials', async () => {
  await uploadPicture()
  const picture = 'img[src*="/user_avatars/"]'
  const page = await world.openChat('ben')
  await page.goto('/portal/users')
  await page
    .getByRole('row', { name: /Ben Okri/ })
    .locator(picture)
    .waitFor()
  await account(page, 'Ben Okri').locator(picture).waitFor()
  expect(
    await page
      .getByRole('row', { name: /Ada Lovelace/ })
      .locator('img')
      .count(),
  ).toBe(0)
  await page.getByRole('link', { name: 'Ben Okri' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ben Okri' }).waitFor()
  await page.getByRole('main').locator(picture).waitFor()
  await expectAccessible(page)
})

test('the owner acts as another user, sees that on every page, and comes back', async () => {
  const page = await world.openChat('ada')
  await page.goto('/portal')
  await page.getByRole('link', { name: 'API keys' }).waitFor()
  await account(page, 'Ada Lovelace').click()
  await page.getByRole('menuitem', { name: 'Act as another person' }).click()
  await page.getByRole('button', { name: 'Ben Okri' }).click()
  const banner = page.getByText('You are acting as Ben Okri.')
  await banner.waitFor()
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
  await page.reload()
  await banner.waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue as yourself' }).click()
  await account(page, 'Ada Lovelace').waitFor()
  expect(await banner.count()).toBe(0)
})

test('somebody without phones is told so', async () => {
  const page = await world.openChat('cleo')
  await page.goto('/portal')
  await page.getByRole('heading', { name: 'No phone yet' }).waitFor()
  await page.getByText('Ask an administrator to connect it.').waitFor()
  await rail(page).getByRole('link', { name: /^Chat/ }).waitFor()
  expect(
    await rail(page)
      .getByRole('link', { name: /^Phones/ })
      .count(),
  ).toBe(0)
  await expectAccessible(page)
})
