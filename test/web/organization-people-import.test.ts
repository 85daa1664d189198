import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoComplaints } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const file = (text: string) => ({ name: 'team.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const emails = async () =>
  (await world.chat<{ members: { email: string }[] }>('ada', 'GET /users')).members.map(({ email }) => email)

test('administrators import people: errors, preview, confirmation, progress and report', async () => {
  const page = await world.openChat('ada', '#organization/people/import')
  await page.getByText('No imports yet').waitFor()
  const choose = page.getByLabel('Choose a CSV file')
  await choose.setInputFiles(file('email,name\nnobody,Nora\n'))
  await page.getByText('1 of 1 rows cannot be imported.', { exact: false }).waitFor()
  await expectAccessible(page)
  expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)

  await choose.setInputFiles(
    file('email,name,role\nnora@example.com,Nora New,guest\nben@example.com,Benny,\n'),
  )
  await page.getByRole('heading', { name: 'Preview of team.csv' }).waitFor()
  await page.getByText('2 rows. Nobody has been changed yet.').waitFor()
  await page.getByRole('row').filter({ hasText: 'nora@example.com' }).getByText('Create').waitFor()
  expect(await emails()).not.toContain('nora@example.com')
  await expectAccessible(page)
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('2 rows are done.').waitFor({ timeout: 30_000 })
  expect(await emails()).toContain('nora@example.com')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download report' }).click(),
  ])
  const report = await readFile(await download.path(), 'utf8')
  expect(report.trim().split('\r\n')).toEqual([
    '"Line","Email address","Name","Role","What happens","Result"',
    '"2","nora@example.com","Nora New","guest","Create","Done"',
    '"3","ben@example.com","Benny","","Change","Done"',
  ])
  await page
    .getByRole('row')
    .filter({ hasText: 'Has errors' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Has errors' }).count()).toBe(0)
  expectNoComplaints(page)
})

test('members see no import', async () => {
  const page = await world.openChat('ben', '#organization/people/import')
  await page.getByRole('link', { name: 'Groups' }).waitFor()
  expect(await page.getByLabel('Choose a CSV file').count()).toBe(0)
})
