import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimSipServer } from '../harness/web/claim-sip-server.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

let world: OwnWebWorld
let ada: Page
let ben: Page
beforeAll(async () => {
  world = await startWebWorld()
  ada = await world.openChat('ada')
  ben = await world.openChat('ben')
})
afterAll(() => world?.stop())

const rail = (page: Page) => page.getByRole('navigation', { name: 'Workspace' })
const people = (page: Page) =>
  page.getByRole('complementary', { name: 'Streams and conversations' }).getByRole('list', { name: 'People' })
const inList = (page: Page, name: RegExp) => people(page).getByRole('link', { name })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function openStatus(page: Page) {
  await rail(page)
    .getByRole('button', { name: /^Account of/ })
    .click()
  await page.getByRole('menuitem', { name: /status/ }).click()
  const popover = page.getByRole('dialog', { name: 'Your status' })
  await popover.waitFor()
  return popover
}

async function openPeople(page: Page): Promise<void> {
  await page.goto('/portal/users')
  await page.getByText('Live', { exact: true }).waitFor()
  await rowOf(page, 'Ben Okri').waitFor()
}

test('what one chooses in the chat, the other sees in the chat and in the phones', async () => {
  const popover = await openStatus(ben)
  await expectAccessible(ben)
  await popover.getByRole('button', { name: 'In a meeting' }).click()
  expect(await popover.getByLabel('Status text').inputValue()).toBe('In a meeting')
  expect(await popover.getByLabel('Clear after').inputValue()).toBe('hour')
  await popover.getByRole('radio', { name: 'Do not disturb' }).check()
  await popover.getByRole('button', { name: 'Save status' }).click()
  await popover.waitFor({ state: 'detached' })
  // The focus is where it was.
  expect(
    await rail(ben)
      .getByRole('button', { name: /^Account of/ })
      .evaluate((at) => at === document.activeElement),
  ).toBe(true)
  await inList(ada, /^Ben Okri.*Do not disturb.*In a meeting/).click()
  const header = ada.getByRole('main')
  await header.getByText('Do not disturb').first().waitFor()
  await header.getByText('In a meeting').first().waitFor()
  await header
    .getByRole('button', { name: /profile of Ben Okri/i })
    .first()
    .click()
  const card = ada.getByRole('dialog', { name: 'Ben Okri' })
  await card.getByText('Do not disturb').waitFor()
  await card.getByText('In a meeting').waitFor()
  await expectAccessible(ada)
  await ada.keyboard.press('Escape')
  await openPeople(ada)
  await rowOf(ada, 'Ben Okri').getByText('Do not disturb').waitFor()
  await expectAccessible(ada)
})

test('what one chooses in the phones, the other sees in the chat; the keyboard is enough', async () => {
  await openPeople(ben)
  const popover = await openStatus(ben)
  await popover.getByRole('radio', { name: 'Available' }).check()
  await popover.getByLabel('Status text').fill('Commuting')
  await ben.keyboard.press('Enter')
  await popover.waitFor({ state: 'detached' })
  await rowOf(ben, 'Ben Okri').getByText('Commuting').waitFor()
  await rowOf(ada, 'Ben Okri').getByText('Commuting').waitFor()
  await rowOf(ada, 'Ben Okri').getByText('Available').waitFor()
  await ada.goto('/')
  await inList(ada, /^Ben Okri.*Available.*Commuting/).waitFor()
  await openStatus(ben)
  await ben.keyboard.press('Escape')
  await popover.waitFor({ state: 'detached' })
  await openStatus(ben)
  await popover.getByRole('button', { name: 'Clear status' }).click()
  await expect.poll(() => inList(ada, /^Ben Okri.*Commuting/).count()).toBe(0)
  await expect.poll(() => rowOf(ben, 'Ben Okri').getByText('Commuting').count()).toBe(0)
})

test('a phone that rings is shown as ringing, and then as on a call', async () => {
  await openPeople(ada)
  const instances = await world.telephony<{ uuid: string; internal_domain: string }[]>(
    'dev-acme-key',
    'GET /instances',
  )
  const at = { domain: instances[0]!.internal_domain, number: 1002 }
  await world.pbx.report(at, { callStatus: 'ringing' })
  await rowOf(ada, 'Ben Okri').getByText('Ringing').waitFor()
  await world.pbx.report(at, { callStatus: 'in_call' })
  await rowOf(ada, 'Ben Okri').getByText('On a call').waitFor()
  expect(await rowOf(ada, 'Ben Okri').getByText('Ringing').count()).toBe(0)
  await world.pbx.report(at, { callStatus: 'idle' })
  await rowOf(ada, 'Ben Okri').getByText('Available').waitFor()
})

test('somebody who is offline in the chat is not available among the people of the phones', async () => {
  await openPeople(ada)
  const row = rowOf(ada, 'Ben Okri')
  await row.getByText('Available').waitFor()
  await world.chat('ben', 'PATCH /settings', { presence_enabled: false })
  await row.getByText('Offline').waitFor()
  expect(await row.getByText('Available').count()).toBe(0)
  expect(await row.getByText('a phone is registered').count()).toBe(0)
  const instances = await world.telephony<{ uuid: string; internal_domain: string }[]>(
    'dev-acme-key',
    'GET /instances',
  )
  await world.pbx.report({ domain: instances[0]!.internal_domain, number: 1002 }, { state: 'AUTHENTICATED' })
  await row.getByText('a phone is registered').waitFor()
  await expectAccessible(ada)
})

test('without an extension of one’s own, the dial pad and the rows of calls say so', async () => {
  const page = await world.openChat('ada', 'docs')
  await claimSipServer(page)
  await page.route('**/softphones', (route) => route.fulfill({ json: [] }))
  await page.goto('/portal/dial')
  await page.getByText('You have no extension, so you cannot call from here.').waitFor()
  await page.getByRole('combobox', { name: 'Number' }).fill('1002')
  expect(await page.getByRole('main').getByRole('button', { name: 'Call', exact: true }).isEnabled()).toBe(
    false,
  )
  await page.goto('/portal/users')
  await page.getByRole('button', { name: 'Actions for Ben Okri' }).click()
  await page.getByRole('menuitem', { name: 'Call Ben Okri' }).click()
  await page.getByText('You have no extension, so you cannot call from here.').waitFor()
})

test('while calls are impossible, the button says why', async () => {
  const button = rail(ada).getByRole('button', { name: 'Call' })
  await button.click()
  await ada.getByText('No SIP server is connected to this server, so calls are not possible.').waitFor()
  await expectAccessible(ada)
  await ada.keyboard.press('Escape')
  expect(await ada.getByText('No SIP server is connected').count()).toBe(0)
  await ada.goto('/portal/dial')
  await ada.getByRole('combobox', { name: 'Number' }).fill('1002')
  await ada.getByText('No SIP server is connected to this server').waitFor()
  expect(await ada.getByRole('main').getByRole('button', { name: 'Call', exact: true }).isEnabled()).toBe(
    false,
  )
})
