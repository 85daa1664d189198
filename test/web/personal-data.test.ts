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

test('administrators erase a person', async () => {
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
})
