import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseFound } from '../harness/web/choose-found.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

const ACME = 'dev-acme-key'

let world: OwnWebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

test('a device is added, shows its address and QR code, gets a new address, and is deleted', async () => {
  const page = await world.openPortal(ACME, 'devices')
  await page.getByText('No devices yet').waitFor()
  await page.getByRole('button', { name: 'Add device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('My app')
  await dialog.getByLabel('Vendor').selectOption('Linphone (app)')
  const extensions = dialog.getByRole('group', { name: 'Extensions' })
  await chooseFound(extensions.getByRole('combobox'), '1001 Ada Lovelace')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Scan this with the app.').waitFor()
  await dialog.getByRole('img', { name: 'QR code for My app' }).waitFor()
  await dialog.getByText('1001: not registered').waitFor()
  const shown = () => dialog.locator('code').innerText()
  const first = await shown()
  expect(first).toMatch(/\/provisioning\/[\w-]{43}\/linphone\.xml$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make a new address' }).click()
  await expect.poll(shown).not.toBe(first)
  await page.keyboard.press('Escape')
  await page.getByRole('table').getByText('Linphone (app)').waitFor()
  await page.getByRole('columnheader', { name: 'Last registered' }).waitFor()
  await page.getByRole('button', { name: 'Delete: My app' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No devices yet').waitFor()
})
