import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalSettings } from '../../src/telephony/phones/extension-data/personal-settings.ts'
import { personalFields } from '../../web/src/portal/extension-form/personal-fields.ts'
import { tinyPng } from '../harness/documents.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const account = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}` })

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
  await page.getByRole('link', { name: 'Sign in with your account' }).waitFor()
  await page.goto('/')
  await page.getByLabel('Password', { exact: true }).waitFor()
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
  await page.getByRole('menuitem', { name: 'Act as another user' }).click()
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

test('somebody without a phone user is told so', async () => {
  const page = await world.openChat('cleo')
  await page.goto('/portal')
  await page.getByRole('heading', { name: 'No phone yet' }).waitFor()
  await page.getByText('Ask an administrator to give you one.').waitFor()
  await expectAccessible(page)
})

test('the portal offers users the fields that the server lets them change', () => {
  expect([...personalFields].sort()).toEqual([...personalSettings].sort())
})
