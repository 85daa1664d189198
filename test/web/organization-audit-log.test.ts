import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const ACME = 'dev-acme-key'

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
  await page.getByLabel('Log', { exact: true }).selectOption('Chat')
  await page.getByLabel('Type').selectOption('Organization')
  const entry = page.getByRole('listitem').filter({ hasText: 'Organization: changed' }).first()
  await page.getByText('Sign-in:').first().waitFor({ state: 'detached' })
  await entry.locator('summary').click()
  await entry.getByRole('cell', { name: 'Acme & Sons' }).waitFor()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Chat log as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
})

test('the owner of both reads one log of chat and phones, and chooses one of them', async () => {
  await world.telephony(ACME, 'POST /company/locations', { name: 'Between' })
  await world.chat('ada', 'PATCH /realm', { name: 'Acme after' })
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.waitForURL('**/#organization/audit-log')
  const entries = page.getByRole('listitem').filter({ has: page.locator('summary') })
  const ofChat = entries.filter({ hasText: 'Organization: changed' }).filter({ hasText: 'Chat' }).first()
  const ofPhones = entries.filter({ hasText: 'Location: created' }).filter({ hasText: 'Between' })
  await ofPhones.waitFor()
  const texts = await entries.allInnerTexts()
  const place = (...words: string[]) => texts.findIndex((text) => words.every((word) => text.includes(word)))
  expect(place('Organization: changed', 'Chat')).toBe(0)
  expect(place('Location: created', 'Between', 'Phones')).toBe(1)
  await expectAccessible(page)
  await page.getByLabel('Log', { exact: true }).selectOption('Phones')
  await ofChat.waitFor({ state: 'detached' })
  await ofPhones.waitFor()
  await page.getByLabel('Log', { exact: true }).selectOption('Chat')
  await ofPhones.waitFor({ state: 'detached' })
  await ofChat.waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('By', { exact: true }).selectOption('Ada Lovelace')
  await ofChat.waitFor()
  await ofPhones.waitFor()
  await world.telephony(ACME, 'POST /company/locations', { name: 'Meanwhile' })
  await entries.filter({ hasText: 'Meanwhile' }).waitFor()
})

test('pages of both logs continue where the last one ended', async () => {
  for (let number = 0; number < 15; number += 1) {
    await world.telephony(ACME, 'PATCH /company', { phone: `+1202555${2000 + number}` })
    await world.chat('ada', 'PATCH /realm', { name: `Acme ${number}` })
  }
  await page.goto('/#organization/people')
  await page.goto('/#organization/audit-log')
  const entries = page.getByRole('listitem').filter({ has: page.locator('summary') })
  const changed = entries.filter({ hasText: 'Organization: changed' })
  const isOf = (log: string) => changed.filter({ has: page.getByText(log, { exact: true }) }).count()
  await changed.nth(24).waitFor()
  expect(await isOf('Phones')).toBe(12)
  await world.telephony(ACME, 'POST /company/locations', { name: 'While reading' })
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Page 2 of').waitFor()
  // Three of the fifteen are left, and none that was shown before.
  await entries.filter({ hasText: 'Location: created' }).filter({ hasText: 'Meanwhile' }).waitFor()
  const texts = await entries.allInnerTexts()
  expect(texts.slice(0, 5).every((text) => text.includes('Organization: changed'))).toBe(true)
  expect(texts[5]).toContain('Meanwhile')
  expect(texts.join()).not.toContain('While reading')
})

test('a person who may read only one of the logs sees only that one', async () => {
  const { members } = await world.chat<{ members: { user_id: number; email: string }[] }>('ada', 'GET /users')
  const idOf = (email: string) => members.find((member) => member.email === email)!.user_id
  await world.chat('ada', `PATCH /users/${idOf('ben@example.com')}`, { role: 100 })
  const ben = await world.openChat('ben', '#organization/audit-log')
  await ben.getByText('Organization: changed').first().waitFor()
  expect(await ben.getByLabel('Log', { exact: true }).count()).toBe(0)
  expect(await ben.getByText('Location: created').count()).toBe(0)
  await world.chat('ben', `PATCH /users/${idOf('ada@example.com')}`, { role: 400 })
  const ada = await world.openChat('ada', '#organization/audit-log')
  await ada.getByText('Page not found').waitFor()
  await ada.goto('/portal/audit')
  await ada.getByText('Location: created').first().waitFor()
  expect(await ada.getByLabel('Log', { exact: true }).count()).toBe(0)
  expect(await ada.getByText('Sign-in:').count()).toBe(0)
  expect(await ada.getByRole('link', { name: 'Chat log as CSV' }).count()).toBe(0)
  await expectAccessible(ada)
})

test('members do not get there', async () => {
  const cleo = await world.openChat('cleo', '#organization/audit-log')
  await cleo.getByText('Page not found').waitFor()
})
