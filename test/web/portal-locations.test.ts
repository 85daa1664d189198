import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const ACME = 'dev-acme-key'

interface Location {
  id: string
  name: string
  city: string
  zip: string
  latitude: number | null
  pbx_id: string
}

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const locations = () => world.telephony<Location[]>(ACME, 'GET /company/locations')
const named = async (name: string) => (await locations()).find((location) => location.name === name)

const card = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name }) })

async function benId(): Promise<string> {
  const [ben] = await world.telephony<[{ id: string }]>(ACME, 'GET /system/company/contacts?first_name=Ben')
  return ben.id
}

test('the owner adds a location, whose address is checked by the server', async () => {
  const page = await world.openPortal(ACME, 'locations')
  await page.getByRole('heading', { level: 2, name: 'Headquarters' }).waitFor()
  await page.getByRole('button', { name: 'Add location' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add location' })
  await dialog.getByLabel('ZIP or postal code').fill('1')
  await dialog.getByLabel('State or region').fill('Virginia')
  await dialog.getByLabel('Country').selectOption('United States')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must not be empty').waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('Warehouse')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must have 5 digits, or 5 and 4').waitFor()
  await dialog.getByText('must be a state code of two letters').waitFor()
  expect(await named('Warehouse')).toBeUndefined()
  await expectAccessible(page)
  await dialog.getByLabel('ZIP or postal code').fill('22201')
  await dialog.getByLabel('State or region').fill('VA')
  await dialog.getByLabel('City').fill('Arlington')
  await dialog.getByLabel('House number').fill('7')
  await dialog.getByLabel('Street', { exact: true }).fill('Dock')
  await dialog.getByLabel('Latitude').fill('38.05')
  await dialog.getByLabel('Longitude').fill('-77.10')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('7 Dock, 22201 Arlington, VA, United States').waitFor()
  const german = await world.openPortal(ACME, 'locations', { locale: 'de-DE' })
  await german.getByText('7 Dock, 22201 Arlington, VA, Vereinigte Staaten').waitFor()
  expect(await named('Warehouse')).toMatchObject({ city: 'Arlington', latitude: 38.05, longitude: -77.1 })
  await expectAccessible(page)
})

test('it is changed and deleted; the place of extensions stays', async () => {
  await world.telephony(ACME, 'POST /company/locations', { name: 'Annex', city: 'Bonn' })
  const page = await world.openPortal(ACME, 'locations', { colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Edit: Annex' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Annex' })
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('City').fill('Berlin')
  // Escape alone does not lose it.
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await dialog.getByLabel('City').inputValue()).toBe('Berlin')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit: Annex' }).click()
  expect(await dialog.getByLabel('City').inputValue()).toBe('Bonn')
  await dialog.getByLabel('City').fill('Berlin')
  await dialog.getByLabel('Email').fill('wrong')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be an email address').waitFor()
  expect((await named('Annex'))?.city).toBe('Bonn')
  await dialog.getByLabel('Email').fill('annex@example.com')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Berlin/).waitFor()
  await page.getByRole('button', { name: 'Delete: Annex' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Annex', exact: true }).waitFor({ state: 'detached' })
  expect(await named('Annex')).toBeUndefined()
  await page.getByRole('button', { name: 'Delete: Headquarters' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alert').getByText('The location still has extensions').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await named('Headquarters')).toBeDefined()
})

test('who is not the owner only looks, also on a phone', async () => {
  const page = await world.openPortal(ACME, 'locations', {
    userId: await benId(),
    viewport: { width: 360, height: 740 },
  })
  await page.getByRole('heading', { name: 'Headquarters' }).waitFor()
  expect(await page.getByRole('button', { name: 'Add location' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^(Edit|Delete):/ }).count()).toBe(0)
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('instances show their technical data, which can be copied, and lead to their extensions', async () => {
  const { pbx_id: uuid } = (await named('Headquarters'))!
  const page = await world.openPortal(ACME, 'locations', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await card(page, 'Headquarters').getByRole('link', { name: 'Phone system' }).click()
  await page.getByRole('heading', { level: 1, name: 'Phone systems' }).waitFor()
  await page.getByText('No SIP server', { exact: true }).first().waitFor()
  await page.getByText('phones cannot register or call').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/portal/instances/${uuid}`)
  const instance = card(page, 'Headquarters')
  await instance.getByText(uuid).waitFor()
  await expectAccessible(page)
  await instance.getByRole('button', { name: 'Copy: Phone system UUID' }).click()
  await instance.getByRole('button', { name: 'Copied: Phone system UUID' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(uuid)
  await instance.getByRole('link', { name: 'Extensions' }).click()
  await page.waitForURL(`**/portal/extensions/${uuid}`)
})

test('another company has other places', async () => {
  const { pbx_id: uuid } = (await named('Headquarters'))!
  const page = await world.openPortal('dev-globex-key', 'instances')
  await page.getByText('SIP realm').waitFor()
  expect(await page.getByText(uuid).count()).toBe(0)
})
