import { afterAll, beforeAll, test } from 'vitest'
import { expectAccessible, expectNoComplaints } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

test('administrators see the state of the server, and let it examine itself', async () => {
  const page = await world.openChat('ada', '#organization/server')
  await page.getByRole('heading', { name: 'Server', level: 1 }).waitFor()
  await page.getByRole('row').filter({ hasText: '(this one)' }).getByText('Chat, Phones').waitFor()
  await page.getByText('SQLite', { exact: true }).waitFor()
  await page.getByText('No SIP server is connected.').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  const findings = page.getByRole('listitem').filter({ hasText: 'DATA_DIR' })
  await findings.waitFor({ timeout: 60_000 })
  await page.getByText('There has been no backup yet.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('SQLite', { exact: true }).waitFor()
  expectNoComplaints(page)
})

test('members have no such page', async () => {
  const page = await world.openChat('ben', '#organization/server')
  await page.getByText('Page not found').waitFor()
})
