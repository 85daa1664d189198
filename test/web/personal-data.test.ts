import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

test('people get an archive of their own data', async () => {
  const page = await world.openChat('ben', '#settings/account')
  await page.getByRole('button', { name: 'Export your data' }).click()
  const link = page.getByRole('link', { name: 'Download' })
  await link.waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^person-export-\d+\.tar\.gz$/)
})

test('administrators see what is stored', async () => {
  const page = await world.openChat('ada', '#organization/stored')
  await page.getByRole('row').filter({ hasText: 'Earlier versions of messages' }).waitFor()
  await expectAccessible(page)
})

test('administrators place and release legal holds', async () => {
  const page = await world.openChat('ada', '#organization/legal-holds')
  await page.getByText('No legal holds').waitFor()
  await page.getByRole('button', { name: 'Place a legal hold' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Person or stream').selectOption('Ben Okri')
  await form.getByLabel('Reason').fill('Case 2026-117')
  await form.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Case 2026-117' })
  await row.getByText('Applies').waitFor()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Release the legal hold' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click()
  await row.getByText('Released').waitFor()
})

test('administrators export what is stored about a person', async () => {
  const page = await world.openChat('ada', '#organization/people')
  await page.locator('main').getByRole('button', { name: 'Actions for Cleo Vance' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export their data' }).click()
  await page.getByText('Download it under Personal data').waitFor()
  await page.goto(page.url().replace('#organization/people', '#organization/personal-data'))
  const row = page.getByRole('row').filter({ hasText: 'Cleo Vance' })
  const link = row.getByRole('link', { name: 'Download' })
  await link.waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^person-export-\d+\.tar\.gz$/)
})

test('administrators erase a person, and see how far it is', async () => {
  const page = await world.openChat('ada', '#organization/people')
  await page.locator('main').getByRole('button', { name: 'Actions for Cleo Vance' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase this person' }).click()
  const asked = page.getByRole('dialog').filter({ hasText: 'Erase Cleo Vance?' })
  await asked.getByLabel('Also delete their messages, reactions and files').check()
  await asked.getByRole('button', { name: 'Erase this person' }).click()
  await page.getByText('The person is being erased').waitFor()
  // The form behind it.
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByText('Cleo Vance').count()).toBe(0)
  await page.goto(page.url().replace('#organization/people', '#organization/personal-data'))
  const row = page.getByRole('row').filter({ hasText: 'Erasure with messages' })
  await row.getByText('Done').waitFor({ timeout: 60_000 })
})
