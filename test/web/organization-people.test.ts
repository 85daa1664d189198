import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld()
  page = await world.openChat('ada', '#organization/people')
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
})
afterAll(() => world?.stop())

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const choose = async (name: string, action: string) => {
  await page
    .locator('main')
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('people are found, and their name, role and profile are changed', async () => {
  await expectAccessible(page)
  await page.getByLabel('Search by name or email address').fill('cleo')
  await row('Cleo Vance').waitFor()
  await row('Ben Okri').waitFor({ state: 'detached' })
  await choose('Cleo Vance', 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Cleo @ home')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Invalid characters in name!').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Name', { exact: true }).fill('Cleo Smith')
  await dialog.getByLabel('Role').selectOption('Administrator')
  await dialog.getByLabel('Phone number').fill('+49 30 1234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row('Cleo Smith').getByText('Administrator').waitFor()
  const { user } = await world.chat<{
    user: { role: number; profile_data: Record<string, { value: string }> }
  }>('ben', 'GET /users/cleo@example.com', { include_custom_profile_fields: true })
  expect(user.role).toBe(200)
  expect(Object.values(user.profile_data).map(({ value }) => value)).toEqual(['+49 30 1234'])
  await page.getByLabel('Search by name or email address').fill('nobody')
  await page.getByText('Nothing found').waitFor()
  await page.getByLabel('Search by name or email address').fill('')
})

test('a deactivated person is signed out at once, and can come back', async () => {
  const ben = await world.openChat('ben')
  await ben.getByRole('button', { name: 'Account of Ben Okri' }).waitFor()
  await choose('Ben Okri', 'Deactivate')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await row('Ben Okri').waitFor()
  await choose('Ben Okri', 'Deactivate')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await row('Ben Okri').waitFor({ state: 'detached' })
  await ben.getByRole('button', { name: 'Sign in' }).first().waitFor()
  await page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'Deactivated' }).click()
  await page.getByRole('button', { name: 'Reactivate Ben Okri' }).click()
  await page.getByRole('heading', { name: 'Nobody here' }).waitFor()
  await world.chat('ben', 'GET /users/me')
})

test('the last administrator cannot step down', async () => {
  await world.chat('ada', `PATCH /users/${await idOf('cleo')}`, { role: 400 })
  await page.goto('/#organization/people')
  await row('Cleo Smith').getByText('Member').waitFor()
  await choose('Ada Lovelace', 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role').selectOption('Member')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await row('Ada Lovelace').getByText('Administrator').waitFor()
})

test('an account is created, and its owner can sign in', async () => {
  await page.getByRole('button', { name: 'Create an account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Dora Hall')
  await dialog.getByLabel('Email address').fill('dora@example.com')
  await dialog.getByLabel('First password').fill('long enough')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await row('Dora Hall').waitFor()
  const response = await fetch(`${world.url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'dora@example.com', password: 'long enough' }),
  })
  expect(response.status).toBe(200)
})

test('groups are created, changed and deleted, in every window', async () => {
  const ben = await world.openChat('ben', '#organization/people/groups')
  await ben.getByText('No groups yet').waitFor()
  await page.goto('/#organization/people/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('kitchen')
  await dialog.getByLabel('Cleo Smith').check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const seen = ben.getByRole('region', { name: 'kitchen' })
  await seen.getByText('Cleo Smith').waitFor()
  // Only members of a group and administrators change it.
  expect(await seen.getByRole('button').count()).toBe(0)
  await choose('kitchen', 'Edit')
  await dialog.getByLabel('Cleo Smith').uncheck()
  await dialog.getByLabel('Ben Okri').check()
  await dialog.getByLabel('Description').fill('Who cooks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen.getByText('Who cooks').waitFor()
  await seen.getByText('Ben Okri').waitFor()
  await seen.getByText('Cleo Smith').waitFor({ state: 'detached' })
  await seen.getByRole('button', { name: 'Actions for kitchen' }).waitFor()
  await expectAccessible(page)
  await choose('kitchen', 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await ben.getByText('No groups yet').waitFor()
})

async function idOf(name: string): Promise<number> {
  const { user } = await world.chat<{ user: { user_id: number } }>('ada', `GET /users/${name}@example.com`)
  return user.user_id
}

test('without a mail server, a person who forgot the password is told whom to ask, and gets a link from them', async () => {
  const stranger = await world.openStranger('/')
  await stranger.getByRole('button', { name: 'Forgot your password?' }).click()
  await stranger.getByText('This server sends no mail. Ask an administrator of Acme').waitFor()
  expect(await stranger.getByRole('button', { name: 'Send reset link' }).count()).toBe(0)
  await expectAccessible(stranger)
  await page.goto(`${world.url}/#organization/people`)
  await choose('Ben Okri', 'Reset password')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  await dialog.getByText('No mail was sent').waitFor()
  await expectAccessible(page)
  const link = await dialog.locator('code').innerText()
  await stranger.goto(new URL(link).pathname)
  await stranger.getByLabel('New password').fill('another password')
  await stranger.getByRole('button', { name: 'Save and sign in' }).click()
  await stranger.getByRole('button', { name: 'Account of Ben Okri' }).waitFor()
})
