import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

const ACME = 'dev-acme-key'

let world: OwnWebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

test('the owner sees how many calls were answered and missed, and downloads them', async () => {
  const [{ internal_domain: domain }] = await world.telephony<[{ internal_domain: string }]>(
    ACME,
    'GET /instances',
  )
  const [address, called] = [
    { domain, number: 1001 },
    { domain, number: 1002 },
  ]
  const page = await world.openPortal(ACME, 'reports')
  await page.getByText('No calls in these days').first().waitFor()
  for (const outcome of ['answered', 'no_answer'] as const) {
    world.pbx.reportCall({ kind: 'callBegan', call: outcome, address, dialled: '1002' })
    world.pbx.reportCall({ kind: 'phoneCalled', call: outcome, address, called, outcome })
    world.pbx.reportCall({ kind: 'callEnded', call: outcome, address, result: outcome })
  }
  // The page follows the calls as they end.
  const today = page.getByRole('figure').first().getByRole('listitem').last()
  await today.getByText(/: 1 answered, 1 missed$/).waitFor()
  const ben = page.getByRole('row').filter({ hasText: 'Ben Okri' })
  expect((await ben.getByRole('cell').allTextContents()).map((text) => text.trim())).toEqual([
    'Ben Okri',
    '0',
    '1',
    '1',
    '0:00',
  ])
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download calls (CSV)' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^calls-.*\.csv$/)
  await page.getByLabel('Until').fill('2020-01-02')
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByText('No calls in these days').first().waitFor()
})

test('users do not see it in the menu', async () => {
  const [ben] = await world.telephony<[{ id: string }]>(ACME, 'GET /system/company/contacts?first_name=Ben')
  const page = await world.openPortal(ACME, 'calls', { userId: ben.id })
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Calls', exact: true }).waitFor()
  expect(await sections.getByRole('link', { name: 'Reports' }).count()).toBe(0)
})
