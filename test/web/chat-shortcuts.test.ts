import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type Person, startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const post = (person: Person, stream: string, topic: string, content = 'hello') =>
  world.chat(person, 'POST /messages', { type: 'stream', to: stream, topic, content })

const current = (page: Page, name: string) =>
  page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .and(page.locator('[aria-current=page]'))
    .first()
const focused = (page: Page) => page.locator(':focus')

test('a letter opens the narrow that it stands for', async () => {
  const page = await world.openChat('ada')
  await current(page, 'All messages').waitFor()
  for (const [key, name] of [
    ['p', 'Direct messages'],
    ['m', 'Mentions'],
    ['f', 'Starred messages'],
    ['a', 'All messages'],
  ] as const) {
    await page.keyboard.press(key)
    await current(page, name).waitFor()
  }
  await page.keyboard.press('b')
  await page.waitForURL(/#streams/)
  await page.keyboard.press('a')
  await page.keyboard.press(',')
  await page.waitForURL(/#settings/)
})

test('letters give the focus to fields, in which they are letters; Escape leaves them', async () => {
  const page = await world.openChat('ada')
  await current(page, 'All messages').waitFor()
  for (const [key, label] of [
    ['/', 'Search messages'],
    ['q', 'Filter streams'],
    ['w', 'Filter people'],
  ] as const) {
    await page.keyboard.press(key)
    await focused(page).and(page.getByLabel(label)).waitFor()
    await page.keyboard.type('pa')
    expect(await page.getByLabel(label).inputValue()).toBe('pa')
    while ((await page.getByLabel(label).and(focused(page)).count()) > 0) await page.keyboard.press('Escape')
  }
  await current(page, 'All messages').waitFor()
})

test('with another key held down they do nothing', async () => {
  const page = await world.openChat('ada')
  await current(page, 'All messages').waitFor()
  await page.keyboard.press('Control+m')
  await page.keyboard.press('Alt+m')
  await page.keyboard.press('p')
  await current(page, 'Direct messages').waitFor()
})

test('n goes from one unread conversation to the next, private ones first, not to muted ones', async () => {
  await post('ada', 'test', 'first')
  await post('ada', 'test', 'second')
  await post('ada', 'test', 'noise')
  const test = await world.chat<{ stream_id: number }>('ben', 'GET /get_stream_id', { stream: 'test' })
  await world.chat('ben', 'POST /user_topics', { ...test, topic: 'noise', visibility_policy: 1 })
  await world.chat('cleo', 'POST /messages', { type: 'private', to: '["ben@example.com"]', content: 'hi' })
  const page = await world.openChat('ben', '#narrow/is/starred')
  await current(page, 'Starred messages').waitFor()
  await page.keyboard.press('n')
  await current(page, 'Cleo Vance').waitFor()
  // Read by being seen: else it would be the next one again.
  await page.getByRole('link', { name: 'Direct messages', exact: true }).waitFor()
  await page.keyboard.press('n')
  await current(page, 'first').waitFor()
  await page.keyboard.press('n')
  await current(page, 'second').waitFor()
})

test('? lists all keys; while the list is open, keys do nothing behind it', async () => {
  const page = await world.openChat('ada')
  await current(page, 'All messages').waitFor()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Next unread conversation').waitFor()
  await page.keyboard.press('p')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await current(page, 'All messages').waitFor()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await sheet.waitFor()
})

test('arrows go through a list, which is one stop of the Tab key', async () => {
  await post('ben', 'test', 'arrows')
  const page = await world.openChat('ada', `#narrow/stream/${await world.streamId('test')}-test`)
  const link = (name: RegExp) =>
    page.getByRole('complementary', { name: 'Streams and conversations' }).getByRole('link', { name })
  await link(/^arrows/).waitFor()
  await link(/^Inbox/).focus()
  await page.keyboard.press('ArrowDown')
  await focused(page)
    .and(link(/^All messages/))
    .waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await focused(page)
    .and(link(/^Inbox/))
    .waitFor()
  await page.keyboard.press('Tab')
  await focused(page)
    .and(page.getByRole('button', { name: 'Streams', exact: true }))
    .waitFor()
  // The open stream is where Tab stops; its topics are below it, and its menu beside it.
  await page.getByLabel('Filter streams').focus()
  await page.keyboard.press('Tab')
  await focused(page).and(link(/^test/)).waitFor()
  await page.keyboard.press('ArrowRight')
  await focused(page)
    .and(page.getByRole('button', { name: 'Actions for #test' }))
    .waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await focused(page)
    .and(link(/^arrows/))
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/topic\/arrows/)
})

test('F6 goes from one part of the page to the next, and back', async () => {
  const page = await world.openChat('ada', '#inbox')
  await current(page, 'Inbox').waitFor()
  const text = page.getByRole('textbox', { name: 'Message' })
  await text.focus()
  await page.keyboard.press('F6')
  await page.getByRole('complementary', { name: 'People and topics' }).locator(':focus').waitFor()
  await page.keyboard.press('Shift+F6')
  await focused(page).and(text).waitFor()
  await page.keyboard.press('Shift+F6')
  await page.getByRole('main').locator(':focus').waitFor()
  await page.keyboard.press('Shift+F6')
  await page.getByRole('complementary', { name: 'Streams and conversations' }).locator(':focus').waitFor()
  // Around, and to what had the focus last.
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('F6')
  await page.keyboard.press('Shift+F6')
  expect(await focused(page).count()).toBe(1)
})

test('F6 goes to a notice like to any other part, and on from there', async () => {
  const page = await world.openChat('ada', '#inbox')
  await current(page, 'Inbox').waitFor()
  await page.route('**/api/v1/mark_stream_as_read', (route) => route.abort())
  await page.getByRole('button', { name: 'Actions for #test' }).click()
  await page.getByRole('menuitem', { name: 'Mark as read' }).click()
  const notice = page.getByRole('group').filter({ hasText: 'Switchboard cannot be reached' })
  await notice.waitFor()
  const visited = new Set<string>()
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('F6')
    visited.add(
      await focused(page).evaluate((one) => {
        const region = one.closest('header, nav, aside, main, [data-region]')
        return region?.getAttribute('aria-label') ?? region?.tagName ?? ''
      }),
    )
  }
  expect([...visited]).toEqual(
    expect.arrayContaining(['Notices', 'Workspace', 'HEADER', 'People and topics']),
  )
})

test('a menu has its own keys', async () => {
  const page = await world.openChat('ada')
  await page.getByRole('button', { name: 'Actions for #test' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('p')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await current(page, 'All messages').waitFor()
})

test('single keys can be turned off, and stay off in this browser', async () => {
  const page = await world.openChat('ada')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.getByLabel('Use single keys as shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await page.reload()
  await current(page, 'All messages').waitFor()
  await page.keyboard.press('p')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.getByLabel('Use single keys as shortcuts').check()
  await page.keyboard.press('Escape')
  await current(page, 'All messages').waitFor()
  await page.keyboard.press('p')
  await current(page, 'Direct messages').waitFor()
})
