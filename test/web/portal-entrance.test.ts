import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

test('a key of the company opens the portal, and signing out closes it', async () => {
  const page = await world.openStranger('/portal')
  await expectAccessible(page)
  await page.getByLabel('API key').fill('dev-acme-key')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/portal/overview')
  const rail = page.getByRole('navigation', { name: 'Workspace' })
  await rail.getByRole('link', { name: 'Phones' }).waitFor()
  expect(await rail.getByRole('link').count()).toBe(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('API key').waitFor()
})

test('a wrong key is refused with the reason', async () => {
  const page = await world.openStranger('/portal')
  await page.getByLabel('API key').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('The API key is not valid').waitFor()
})

test('on a development server one click is enough, and another user is chosen inside', async () => {
  const page = await world.openStranger('/portal')
  await page.getByRole('button', { name: 'Acme (Ada)' }).click()
  await page.getByRole('link', { name: 'API keys' }).waitFor()
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Act as another person' }).click()
  await page.getByRole('button', { name: 'Ben Okri' }).click()
  await page.getByRole('button', { name: 'Account of Ben Okri' }).waitFor()
  // What only the owner may use is not offered to anybody else.
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
})
