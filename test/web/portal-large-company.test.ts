import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { chooseFound } from '../harness/web/choose-found.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

/** More than any field shows at first. */
const OTHERS = 30

let world: WebWorld
let instance: string
let zelda: string
beforeAll(async () => {
  world = await startWebWorld()
  const [first] = await world.telephony<[{ uuid: string }]>(ACME_KEY, 'GET /instances')
  instance = first.uuid
  const add = (data: object) =>
    world.telephony(ACME_KEY, `POST /instances/${instance}/bulks/extensions`, data)
  const addUser = (user: object) => world.telephony<{ id: string }>(ACME_KEY, 'POST /company/contacts', user)
  for (let index = 0; index < OTHERS; index += 1) {
    await add({ data: { id: 2000 + index, name: `Desk ${index}` } })
    await addUser({ first_name: `Person ${index}` })
  }
  const contacts = { phones: { mobile: '+1 202 555 0142' } }
  zelda = (await addUser({ first_name: 'Zelda', last_name: 'Finch', contacts })).id
  await add({ data: { id: 2999, name: 'Zelda Finch' }, user: { id: zelda } })
})
afterAll(() => world?.stop())

const options = (page: Page) => page.getByRole('listbox').getByRole('option')

/** No request asks for more than it needs. */
function watchLists(page: Page): () => number {
  let most = 0
  page.on('response', async (response) => {
    if (!/\/(bulks\/extensions|company\/contacts)\?/.test(response.url())) return
    const body: unknown = await response.json().catch(() => undefined)
    if (Array.isArray(body)) most = Math.max(most, body.length)
  })
  return () => most
}

test('somebody on no first page joins a ring group and is its destination, with the name after a reload', async () => {
  const page = await world.openPortal(ACME_KEY, 'routing')
  const most = watchLists(page)
  await page.getByRole('button', { name: 'Add ring group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add ring group' })
  await dialog.getByLabel('Name', { exact: true }).fill('Sales')
  const members = dialog.getByRole('combobox', { name: 'Add a member' })
  await members.click()
  await options(page).nth(19).waitFor()
  expect(await options(page).filter({ hasText: 'Zelda' }).count()).toBe(0)
  await page.getByText('Type more to find others.').waitFor()
  await expectAccessible(page)
  // By name with the keyboard, and by number.
  await members.fill('finch')
  await page.getByRole('option', { name: '2999 Zelda Finch', selected: true }).waitFor()
  await members.press('Enter')
  await dialog.getByRole('button', { name: 'Remove 2999 Zelda Finch' }).waitFor()
  await members.fill('1002')
  await options(page).waitFor()
  await members.press('Enter')
  await dialog.getByRole('button', { name: 'Remove 1002 Ben Okri' }).waitFor()
  // Her phones are found with her.
  const destination = dialog.getByRole('combobox', { name: 'If nobody answers', exact: true })
  await chooseFound(destination, 'Zelda Finch +1 202 555 0142', 'zel')
  expect(await destination.inputValue()).toBe('Zelda Finch +1 202 555 0142')
  await chooseFound(dialog.getByRole('combobox', { name: 'Mailbox' }), '2999 Zelda Finch', '2999')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('2999 Zelda Finch, 1002 Ben Okri').waitFor()
  await page.reload()
  await page.getByText('2999 Zelda Finch, 1002 Ben Okri').waitFor()
  await page.getByRole('button', { name: 'Edit Sales' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Sales' })
  const stored = (name: string) => edit.getByRole('combobox', { name, exact: true }).inputValue()
  await expect.poll(() => stored('If nobody answers')).toBe('Zelda Finch +1 202 555 0142')
  await expect.poll(() => stored('Mailbox')).toBe('2999 Zelda Finch')
  expect(most()).toBe(20)
})

test('a person is dialled by name', async () => {
  const page = await world.openPortal(ACME_KEY, 'dial')
  const number = page.getByRole('combobox', { name: 'Number' })
  const call = page.locator('#main').getByRole('button', { name: 'Call', exact: true })
  await number.fill('zelda')
  // A name cannot be called.
  expect(await call.isDisabled()).toBe(true)
  await options(page).filter({ hasText: '2999' }).waitFor()
  await expectAccessible(page)
  await number.press('Enter')
  expect(await number.inputValue()).toBe('2999')
  await page.getByRole('button', { name: '5', exact: true }).click()
  expect(await number.inputValue()).toBe('29995')
})

test('an extension is given to somebody who is found by the address of an email', async () => {
  await world.telephony(ACME_KEY, `PATCH /company/contacts/${zelda}`, { work_email: 'zf@acme.example' })
  const page = await world.openPortal(ACME_KEY, 'extensions')
  await page.getByRole('link', { name: '2000', exact: true }).click()
  await chooseFound(page.getByRole('combobox', { name: 'Person', exact: true }), 'Zelda Finch', 'zf@')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  await page.reload()
  const person = page.getByRole('combobox', { name: 'Person', exact: true })
  await expect.poll(() => person.inputValue()).toBe('Zelda Finch')
})

test('a late response to an earlier search is not shown; searches say that they found nothing, or failed', async () => {
  const page = await world.openPortal(ACME_KEY, 'routing')
  await page.getByRole('button', { name: 'Add ring group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add ring group' })
  const members = dialog.getByRole('combobox', { name: 'Add a member' })
  const searches = '**/bulks/extensions?*search=*'
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let late = Promise.resolve()
  await page.route('**/bulks/extensions?*search=desk*', (route) => {
    late = held.then(async () => route.fulfill({ response: await route.fetch() })).catch(() => {})
  })
  const sent = page.waitForRequest(/search=desk/)
  await members.fill('desk')
  await sent
  await page.getByText('Searching…').waitFor()
  await members.fill('2999')
  await page.getByRole('option', { name: '2999 Zelda Finch' }).waitFor()
  release()
  await late
  expect(await options(page).allInnerTexts()).toEqual([expect.stringContaining('2999 Zelda Finch')])
  await members.fill('nobody like this')
  await page.getByText('Nothing found').waitFor()
  await page.route(searches, (route) => route.fulfill({ status: 500, body: '{}' }))
  await members.fill('ben')
  await page.getByRole('alert').filter({ hasText: 'The search failed.' }).waitFor()
  await expectAccessible(page)
  await page.unroute(searches)
  await members.fill('okri')
  await page.getByRole('option', { name: '1002 Ben Okri' }).waitFor()
  // Escape closes the list, and not the dialog.
  await members.press('Escape')
  await options(page).waitFor({ state: 'detached' })
  expect(await members.inputValue()).toBe('')
  await dialog.waitFor()
})
