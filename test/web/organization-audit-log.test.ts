import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld()
  page = await world.openChat('ada', '#organization/people')
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
})
afterAll(() => world?.stop())

test('an administrator signs somebody out, and the audit log says so', async () => {
  const ben = await world.openChat('ben')
  await ben.getByRole('button', { name: 'Account of Ben Okri' }).waitFor()
  await page.locator('main').getByRole('button', { name: 'Actions for Ben Okri' }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor()
  await page.getByRole('cell', { name: '127.0.0.1' }).first().waitFor()
  await page.getByRole('cell', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for Ben Okri' }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await page.getByText('Not signed in anywhere with a browser').waitFor()
  await ben.getByRole('button', { name: 'Sign in' }).first().waitFor()
  await page.goto('/#organization/audit-log')
  const entry = page.getByRole('listitem').filter({ hasText: 'Sign-in: signed out everywhere' })
  await entry.getByText('Ben Okri').waitFor()
  await entry.getByText('Ada Lovelace').waitFor()
})

test('entries are filtered, and show what has changed', async () => {
  await world.chat('ada', 'PATCH /realm', { name: 'Acme & Sons' })
  await page.goto('/#organization/people')
  await page.goto('/#organization/audit-log')
  await page.getByLabel('Type').selectOption('Organization')
  const entry = page.getByRole('listitem').filter({ hasText: 'Organization: changed' }).first()
  await page.getByText('Sign-in:').first().waitFor({ state: 'detached' })
  await entry.locator('summary').click()
  await entry.getByRole('cell', { name: 'Acme & Sons' }).waitFor()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
})

test('members do not get there', async () => {
  const cleo = await world.openChat('cleo', '#organization/audit-log')
  await cleo.getByText('Page not found').waitFor()
})
