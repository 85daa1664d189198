import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { Smsc } from '../harness/smsc.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const smsc = new Smsc()
let world: WebWorld
beforeAll(async () => {
  await smsc.start()
  world = await startWebWorld()
})
afterAll(async () => {
  await world?.stop()
  await smsc.stop()
})

test('the owner connects an own carrier, sees what is wrong, and removes it', async () => {
  const page = await world.openPortal(ACME_KEY, 'texting/numbers')
  const panel = page.getByRole('region', { name: 'Carrier' })
  await panel.getByText('Your texts go through the carrier of this server.').waitFor()
  await panel.getByRole('button', { name: 'Use your own carrier' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await expectAccessible(page)
  const { hostname, port, username, password } = new URL(smsc.url)
  await dialog.getByLabel('Host').fill(hostname)
  await dialog.getByLabel('Port').fill(port)
  await dialog.getByLabel('System ID').fill(username)
  await dialog.getByLabel('Password').fill('wrong')
  await dialog.getByRole('button', { name: 'Save' }).click()
  // Without loading the page again.
  await panel.getByText('Not connected').waitFor()
  await panel.getByText('refused the bind').waitFor()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Change carrier' }).click()
  expect(await dialog.getByLabel('Password').inputValue()).toBe('')
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByLabel('Use for +1 202 555 0102').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Connected', { exact: true }).waitFor()
  await panel.getByText('for 1 number').waitFor()
  await panel.getByRole('button', { name: 'Remove carrier' }).click()
  await dialog.getByRole('button', { name: 'Remove carrier' }).click()
  await panel.getByText('Your texts go through the carrier of this server.').waitFor()
})
