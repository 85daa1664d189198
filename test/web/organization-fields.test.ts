import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

interface Field {
  id: number
  name: string
  type: number
  field_data: string
}

let world: WebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld()
  page = await world.openChat('ada', '#organization/profile-fields')
  await page.getByRole('heading', { name: 'Profile fields', level: 1 }).waitFor()
})
afterAll(() => world?.stop())

const dialog = () => page.getByRole('dialog')
const fields = async () =>
  (await world.chat<{ custom_fields: Field[] }>('ada', 'GET /realm/profile_fields')).custom_fields
const names = async () => (await fields()).map(({ name }) => name)

test('a choice gets its options, and people can choose', async () => {
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New field' }).click()
  await dialog().getByLabel('Type').selectOption('Choice')
  await dialog().getByLabel('Label').fill('Department')
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().getByRole('alert').getByText('Field must have at least one choice.').waitFor()
  expect(await names()).toEqual(['Phone number', 'Biography'])
  await dialog().getByLabel('Option 1', { exact: true }).fill('Sales')
  await dialog().getByRole('button', { name: 'Add an option' }).click()
  await dialog().getByLabel('Option 2', { exact: true }).fill('Kitchen')
  await expectAccessible(page)
  await dialog().getByRole('button', { name: 'Create' }).click()
  await page.getByRole('row').filter({ hasText: 'Department' }).getByText('Choice').waitFor()
  const field = (await fields()).find(({ name }) => name === 'Department')!
  expect(JSON.parse(field.field_data)).toEqual({
    '0': { text: 'Sales', order: '1' },
    '1': { text: 'Kitchen', order: '2' },
  })
  await page.goto('/#organization/people')
  await page.locator('main').getByRole('button', { name: 'Actions for Ben Okri' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog().getByLabel('Department').selectOption('Kitchen')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
  const { user } = await world.chat<{ user: { profile_data: Record<string, { value: string }> } }>(
    'ada',
    'GET /users/ben@example.com',
    { include_custom_profile_fields: true },
  )
  expect(user.profile_data[field.id]?.value).toBe('1')
  await page.goto('/#organization/profile-fields')
})

test('an external account, a date, a link and people', async () => {
  await page.getByRole('button', { name: 'New field' }).click()
  await dialog().getByLabel('Type').selectOption('External account')
  await dialog().getByLabel('Label').fill('Forge')
  await dialog().getByLabel('Profile URL').fill('https://forge.example.com/')
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().getByRole('alert').getByText('exactly one %(username)s').waitFor()
  await dialog().getByLabel('Profile URL').fill('https://forge.example.com/%(username)s')
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().waitFor({ state: 'detached' })
  for (const type of ['Date', 'Link', 'People']) {
    await page.getByRole('button', { name: 'New field' }).click()
    await dialog().getByLabel('Type').selectOption(type)
    await dialog().getByLabel('Label').fill(`A ${type}`)
    await dialog().getByRole('button', { name: 'Create' }).click()
    await dialog().waitFor({ state: 'detached' })
  }
  await page.getByText('A People').waitFor()
  expect((await fields()).slice(3).map(({ type }) => type)).toEqual([7, 4, 5, 6])
})

test('fields are moved, renamed and deleted, and others see it at once', async () => {
  await page.getByRole('button', { name: 'Move Department up' }).click()
  await expect
    .poll(names)
    .toEqual(['Phone number', 'Department', 'Biography', 'Forge', 'A Date', 'A Link', 'A People'])
  await page.getByRole('button', { name: 'Edit: Department' }).click()
  expect(await dialog().getByLabel('Type').isDisabled()).toBe(true)
  await dialog().getByLabel('Label').fill('Team')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit: Team' }).waitFor()
  await page.getByRole('button', { name: 'Delete: Forge' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Edit: Forge' }).waitFor({ state: 'detached' })
  expect(await names()).not.toContain('Forge')
})

test('linkifiers are added, tried, moved, changed and deleted', async () => {
  const ben = await world.openChat('ben', '#organization/linkifiers')
  await ben.getByText('No linkifiers yet').waitFor()
  await page.goto('/#organization/linkifiers')
  await page.getByRole('button', { name: 'New linkifier' }).click()
  await dialog().getByLabel('Pattern').fill('#(?P<id>[0-9]+')
  await dialog().getByLabel('URL').fill('https://example.com/tickets/{id}')
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().getByRole('alert').getByText('Bad regular expression').waitFor()
  await dialog().getByLabel('Pattern').fill('#(?P<id>[0-9]+)')
  await dialog().getByRole('button', { name: 'Create' }).click()
  // Members see and try them, and change nothing.
  await ben.getByText('#(?P<id>[0-9]+)').waitFor()
  expect(
    await ben
      .locator('main')
      .getByRole('button', { name: /^(Edit|Delete|Move|New)/ })
      .count(),
  ).toBe(0)
  await ben.getByLabel('Sample message').fill('See #42')
  const link = ben.getByRole('link', { name: '#42' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe('https://example.com/tickets/42')
  await expectAccessible(ben)
  await world.chat('ada', 'POST /realm/filters', {
    pattern: 'T(?P<id>[0-9]+)',
    url_template: 'https://example.org/{id}',
  })
  await page.getByRole('button', { name: 'Move T(?P<id>[0-9]+) up' }).click()
  const first = page.getByRole('row').nth(1)
  await first.getByText('https://example.org/{id}').waitFor()
  await page.getByRole('button', { name: 'Edit: #(?P<id>[0-9]+)' }).click()
  await dialog().getByLabel('URL').fill('https://example.net/{id}')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await ben.locator('a[href="https://example.net/42"]').waitFor()
  await page.getByRole('button', { name: 'Delete: T(?P<id>[0-9]+)' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await ben.getByText('T(?P<id>[0-9]+)').waitFor({ state: 'detached' })
})
