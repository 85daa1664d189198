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

test('a trunk and a number are added, and the page says what emergency calls still lack', async () => {
  const page = await world.openPortal(ACME, 'trunks')
  await page.getByText('No SIP server is connected: phones cannot register or call.').waitFor()
  await page.getByText('Emergency calls are not set up completely:').waitFor()
  await page.getByText('There is no trunk.').waitFor()
  const gap = page.getByRole('link', { name: 'Headquarters has no complete address.' })
  expect((await gap.boundingBox())!.height).toBeGreaterThanOrEqual(24)
  await page.getByRole('button', { name: 'Add trunk' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Provider')
  await dialog.getByLabel('Server').fill('sip.example.com')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must be given for a trunk that registers').first().waitFor()
  await dialog.getByLabel('Username').fill('acme')
  await dialog.getByLabel('Password').fill('a-password')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const trunks = page.getByRole('table').first()
  await trunks.getByText('sip.example.com:5060').waitFor()
  // Nothing connects without a SIP server.
  await trunks.getByText('No SIP server').waitFor()
  await page.getByText('No trunk is connected.').waitFor()
  const [{ id }] = await world.telephony<[{ id: string }]>(ACME, 'GET /trunks')
  world.pbx.reportCall({ kind: 'trunks', states: new Map([[id, 'registered']]) })
  await trunks.getByText('Registered').waitFor()
  await expect.poll(() => page.getByText('No trunk is connected.').count()).toBe(0)

  await page.getByRole('button', { name: 'Add number' }).click()
  await dialog.getByLabel('Phone number').fill('+1 202 555 0123')
  await chooseFound(dialog.getByLabel('Internal number').last(), '1001 Ada Lovelace')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const numbers = page.getByRole('table').nth(1)
  await numbers.getByText('1001 Ada Lovelace').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Delete: Provider' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No trunks yet').waitFor()
})

test('an outbound route is made with its trunks in order, changed and deleted', async () => {
  for (const [order, name] of ['Landline', 'Cheap'].entries()) {
    await world.telephony(ACME, 'POST /trunks', { name, kind: 'ip', host: `192.0.2.${order + 1}`, order })
  }
  const page = await world.openPortal(ACME, 'trunks')
  await page.getByText('All calls to the outside take the trunks in their order.').waitFor()
  await page.getByRole('button', { name: 'Add route' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Abroad')
  await dialog.getByLabel('Numbers').fill('+49. +43.. 311')
  await dialog.getByLabel('Trunk 1').selectOption('Cheap')
  await dialog.getByLabel('Trunk 2').selectOption('Landline')
  await dialog.getByLabel('Who may call').selectOption('Extensions that may call their own country')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must be a pattern such as +49.').waitFor()
  await dialog.getByLabel('Numbers').fill('+49. +43. 311')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const routes = page.getByRole('table').last()
  await routes.getByText('+49. +43. 311').waitFor()
  await routes.getByText('Cheap, Landline').waitFor()
  await page.getByRole('button', { name: 'Edit: Abroad' }).click()
  await dialog.getByLabel('Trunk 1').selectOption('None')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await routes.getByText('Landline', { exact: true }).waitFor()
  // Somebody else changes it.
  const [{ id }] = await world.telephony<[{ id: string }]>(ACME, 'GET /outbound-routes')
  await world.telephony(ACME, `PATCH /outbound-routes/${id}`, { calling_class: 'nobody' })
  await routes.getByText('Nobody').waitFor()
  await page.getByRole('button', { name: 'Delete: Abroad' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No outbound routes').waitFor()
})
