import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

const ACME = 'dev-acme-key'

let world: OwnWebWorld
let domain: string
beforeAll(async () => {
  world = await startWebWorld()
  const [instance] = await world.telephony<[{ internal_domain: string }]>(ACME, 'GET /instances')
  domain = instance.internal_domain
})
afterAll(() => world?.stop())

test('calls appear as they end, and can be filtered', async () => {
  const page = await world.openPortal(ACME, 'calls', { colorScheme: 'dark' })
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText('No calls yet').waitFor()
  const address = { domain, number: 1001 }
  const report = (call: string, dialled: number, outcome: 'answered' | 'no_answer') => {
    const called = { domain, number: dialled }
    world.pbx.reportCall({ kind: 'callBegan', call, address, dialled: String(dialled) })
    world.pbx.reportCall({ kind: 'phoneCalled', call, address, called, outcome })
    world.pbx.reportCall({ kind: 'callEnded', call, address, result: outcome })
  }
  report('first', 1002, 'answered')
  report('second', 1003, 'no_answer')
  const rows = page.getByRole('table').getByRole('row')
  await rows.nth(2).waitFor()
  expect(await rows.nth(1).textContent()).toMatch(/^Ada Lovelace 1001.*1003.*–No answer$/)
  expect(await rows.nth(2).textContent()).toMatch(/^Ada Lovelace 1001.*1002.*0:00Answered$/)
  await expectAccessible(page)
  await page.getByLabel('Result').selectOption({ label: 'Answered' })
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Number').fill('1003')
  await page.getByText('No calls found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows.count()).toBe(3)
})
