import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type Person, startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
  await post('ben', 'test', 'lunch', 'The soup was excellent today')
  await post('ada', 'test', 'lunch', 'No soup for me, look at https://example.com/menu')
  await post('ada', 'announcements', 'kitchen', 'The soup kitchen opens at noon')
  await post('cleo', 'leadership', 'budget', 'The soup budget is secret')
})
afterAll(() => world?.stop())

const post = (person: Person, stream: string, topic: string, content: string) =>
  world.chat(person, 'POST /messages', { type: 'stream', to: stream, topic, content })

const field = (page: Page) => page.getByRole('combobox', { name: 'Search messages' })
const found = (page: Page, text: string) => page.getByRole('main').getByText(text)

async function search(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}

test('words, operators and phrases find what the server finds', async () => {
  const page = await world.openChat('ben')
  await search(page, 'soup')
  await found(page, 'The soup was excellent today').waitFor()
  await found(page, 'The soup kitchen opens at noon').waitFor()
  expect(await page.content()).not.toContain('secret')
  expect(await page.title()).toMatch(/Search results – Acme$/)
  await search(page, 'stream:test soup -sender:ben@example.com')
  await found(page, 'No soup for me').waitFor()
  await found(page, 'excellent').waitFor({ state: 'detached' })
  await search(page, '"soup kitchen"')
  await found(page, 'opens at noon').waitFor()
  expect(await found(page, 'excellent').count()).toBe(0)
  await search(page, 'has:link sender:"Ada Lovelace"')
  await found(page, 'No soup for me').waitFor()
  expect(await found(page, 'opens at noon').count()).toBe(0)
  await expectAccessible(page)
})

test('the address holds the search, and the field shows it', async () => {
  const page = await world.openChat('ben')
  await search(page, 'stream:test topic:lunch soup')
  await found(page, 'The soup was excellent today').waitFor()
  await page.reload()
  await found(page, 'The soup was excellent today').waitFor()
  expect(await field(page).inputValue()).toBe('stream:test topic:lunch soup')
  await page.goBack()
  await page.getByRole('link', { name: 'All messages' }).and(page.locator('[aria-current]')).waitFor()
  expect(await field(page).inputValue()).toBe('')
})

test('suggestions complete names by keyboard and by pointer, and Escape closes them', async () => {
  const page = await world.openChat('ben')
  await field(page).click()
  await page.getByRole('option', { name: /^Messages in a stream/ }).click()
  expect(await field(page).inputValue()).toBe('stream:')
  await page.getByRole('option', { name: /^In #announcements/ }).waitFor()
  // By keys as well: then nothing of what is proposed next is active.
  await field(page).fill('s')
  await page.getByRole('option', { name: /^Messages in a stream/ }).waitFor()
  await field(page).press('ArrowDown')
  await field(page).press('ArrowDown')
  await field(page).press('Enter')
  await page.getByRole('option', { name: /^In #announcements/ }).waitFor()
  expect(await field(page).inputValue()).toBe('stream:')
  expect(await page.getByRole('option', { selected: true }).count()).toBe(0)
  await page.keyboard.type('an')
  expect(await field(page).inputValue()).toBe('stream:an')
  await expectAccessible(page)
  await page.getByRole('option', { name: /^In #announcements/ }).click()
  await page.getByRole('heading', { level: 1, name: /announcements/ }).waitFor()
  // What is a plain place is no search any more, and words can be looked for in it.
  await field(page).fill('soup')
  await page.getByRole('option', { name: 'Search for soup in this conversation' }).click()
  await found(page, 'opens at noon').waitFor()
  expect(await field(page).inputValue()).toBe('stream:announcements soup')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('heading', { level: 1, name: /announcements/ }).waitFor()
  await field(page).pressSequentially('love')
  await page.getByRole('option', { name: /^Sent by Ada Lovelace/ }).waitFor()
  await field(page).press('ArrowUp')
  await field(page).press('ArrowUp')
  await field(page).press('Enter')
  await found(page, 'opens at noon').waitFor()
  expect(await field(page).inputValue()).toBe('sender:ada@example.com')
  await field(page).fill('something else')
  await field(page).press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  await field(page).press('Escape')
  expect(await field(page).inputValue()).toBe('sender:ada@example.com')
})

test('errors of the server are shown, and an unknown name finds nothing', async () => {
  const page = await world.openChat('ben')
  await search(page, 'stream:leadership')
  await page
    .getByRole('main')
    .getByText(/unknown|Invalid/i)
    .first()
    .waitFor()
  expect(await page.content()).not.toContain('secret')
  await search(page, 'zzzznothing')
  await page
    .getByRole('main')
    .getByText(/no messages|nothing/i)
    .first()
    .waitFor()
})

test('a part of a name is enough, days limit, and what is unclear is asked', async () => {
  const page = await world.openChat('ben')
  await search(page, 'from:love in:gen soup')
  await page.getByRole('main').getByText('Nothing found').waitFor()
  await search(page, 'from:love in:tes soup after:yesterday')
  await found(page, 'No soup for me').waitFor()
  expect(await found(page, 'excellent').count()).toBe(0)
  expect(await field(page).inputValue()).toMatch(
    /^sender:ada@example.com stream:test after:\d{4}-\d\d-\d\d soup$/,
  )
  await search(page, 'in:test soup before:yesterday')
  await page.getByRole('main').getByText('Nothing found').waitFor()
  await search(page, 'from:example.com soup')
  await page.getByText('Which one did you mean?').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('option', { name: /^Sent by Ben Okri/ }).click()
  await found(page, 'excellent').waitFor()
  expect(await field(page).inputValue()).toBe('sender:ben@example.com soup')
})

test('the calendar in the header jumps to the first message of a day', async () => {
  const page = await world.openChat('ben', '#narrow/stream/test')
  await page.getByRole('main').getByRole('button', { name: 'Jump to date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Jump to date' })
  await dialog.getByLabel('Date').fill('2020-01-01')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Jump' }).click()
  const { messages } = await world.chat<{ messages: { id: number }[] }>('ben', 'GET /messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 1,
    narrow: [{ operator: 'stream', operand: 'test' }],
  })
  await page.waitForURL(new RegExp(`stream/\\d+-test/near/${messages[0]!.id}$`))
  await dialog.waitFor({ state: 'detached' })
})
