import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let stream: number
beforeAll(async () => {
  world = await startWebWorld()
  stream = await world.streamId('test')
})
afterAll(() => world?.stop())

/** Slow enough that what is scrolled past was looked at. */
const patient = { timeout: 20_000, interval: 400 }

async function post(person: Person, topic: string, content: string): Promise<number> {
  const fields = { type: 'stream', to: 'test', topic, content }
  return (await world.chat<{ id: number }>(person, 'POST /messages', fields)).id
}

async function unreadIn(topic: string): Promise<number> {
  const narrow = [
    { operator: 'topic', operand: topic },
    { operator: 'is', operand: 'unread' },
  ]
  const fields = { anchor: 'newest', num_before: 500, num_after: 0, narrow }
  return (await world.chat<{ messages: unknown[] }>('ada', 'GET /messages', fields)).messages.length
}

const at = (topic: string) => `#narrow/stream/${stream}-test/topic/${topic}`
const feed = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
const article = (page: Page, text: string) => feed(page).getByRole('article').filter({ hasText: text })
const streamLink = (page: Page) =>
  page.getByRole('region', { name: 'Streams' }).getByRole('link', { name: /^test\b/ })

test('a topic opens at its first unread message, and is read as far as one looks', async () => {
  for (let number = 1; number <= 90; number += 1) {
    const id = await post('ben', 'reading', `Page ${number}.`)
    if (number <= 40)
      await world.chat('ada', 'POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
  }
  const elsewhere = await world.openChat('ada', '#narrow/is/starred')
  await streamLink(elsewhere).getByText('50 unread').waitFor()
  const page = await world.openChat('ada', at('reading'))
  await article(page, 'Page 41.').waitFor()
  await feed(page).getByText('New messages').waitFor()
  // What is below the screen stays unread, here and in the other window.
  await expect.poll(() => unreadIn('reading'), patient).toBeLessThan(50)
  const left = await unreadIn('reading')
  expect(left).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await article(page, 'Page 90.').waitFor()
  await expect.poll(() => unreadIn('reading'), patient).toBeLessThan(left)
  await feed(page).hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -250)
      return unreadIn('reading')
    }, patient)
    .toBe(0)
  await streamLink(elsewhere).getByText('unread').waitFor({ state: 'detached' })
  // Once more: nothing is new, so it opens at its end.
  const again = await world.openChat('ada', at('reading'))
  await article(again, 'Page 90.').waitFor()
  expect(await feed(again).getByText('New messages').count()).toBe(0)
})

test('what is shown while nobody looks, or where one only searches, stays unread', async () => {
  await post('ben', 'unseen', '@**Ada Lovelace** are you there?')
  const list = await world.openChat('ada', '#narrow/is/mentioned')
  await article(list, 'are you there?').waitFor()
  const page = await world.openChat('ada')
  await page.evaluate('document.hasFocus = () => window.isLookedAt === true')
  await page.goto(`/${at('unseen')}`)
  await article(page, 'are you there?').waitFor()
  await post('ben', 'unseen', 'Hello?')
  await article(page, 'Hello?').waitFor()
  await article(list, 'are you there?').waitFor()
  expect(await unreadIn('unseen')).toBe(2)
  await page.evaluate('window.isLookedAt = true; window.dispatchEvent(new Event("focus"))')
  await expect.poll(() => unreadIn('unseen'), patient).toBe(0)
})

test('keys go from message to message, and to its conversation', async () => {
  for (const number of [1, 2, 3]) await post('ben', 'keys', `Step ${number}.`)
  const page = await world.openChat('ada', at('keys'))
  await article(page, 'Step 3.').waitFor()
  const selected = feed(page).locator('article[aria-current=true]')
  await page.keyboard.press('End')
  await selected.filter({ hasText: 'Step 3.' }).waitFor()
  await page.keyboard.press('k')
  await selected.filter({ hasText: 'Step 2.' }).waitFor()
  expect(await article(page, 'Step 2.').getAttribute('tabindex')).toBe('0')
  await page.keyboard.press('Home')
  await selected.filter({ hasText: 'Step 1.' }).waitFor()
  await page.keyboard.press('j')
  await selected.filter({ hasText: 'Step 2.' }).waitFor()
  await selected.getByRole('button', { name: 'Reply' }).waitFor()
  await page.keyboard.press('s')
  await page.getByRole('heading', { level: 1, name: 'Stream test', exact: true }).waitFor()
  await page.keyboard.press('k')
  await selected.waitFor()
  // It would read what comes to the stream.
  await page.close()
})

test('a topic is muted, followed and marked as read from its header', async () => {
  await post('ben', 'noise', 'Brr')
  const page = await world.openChat('ada', '#narrow/is/starred')
  await page.evaluate('document.hasFocus = () => false')
  await page.goto(`/${at('noise')}`)
  await article(page, 'Brr').waitFor()
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Mute the topic')
  await page.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Muted' }).waitFor()
  await choose('Unmute the topic')
  await page
    .getByRole('heading', { level: 1 })
    .getByRole('img', { name: 'Muted' })
    .waitFor({ state: 'detached' })
  await choose('Follow the topic')
  await page.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Followed' }).waitFor()
  expect(await unreadIn('noise')).toBe(1)
  await page.getByRole('main').getByRole('button', { name: 'Mark as read' }).click()
  await expect.poll(() => unreadIn('noise'), patient).toBe(0)
})

test('one sees who is writing, and who somebody is', async () => {
  await world.chat('ada', 'POST /messages', {
    type: 'private',
    to: 'ben@example.com',
    content: 'Who are you?',
  })
  const { user_id: ada } = await world.chat<{ user_id: number }>('ada', 'GET /users/me')
  const page = await world.openChat('ben', `#narrow/dm/${ada}-Ada`)
  await article(page, 'Who are you?').waitFor()
  await world.chat('ada', 'POST /typing', { op: 'start', to: ['ben@example.com'] })
  await page.getByText('Ada Lovelace is typing…').waitFor()
  await world.chat('ada', 'POST /typing', { op: 'stop', to: ['ben@example.com'] })
  await page.getByText('Ada Lovelace is typing…').waitFor({ state: 'detached' })

  await feed(page).getByRole('button', { name: 'Ada Lovelace' }).click()
  const card = page.getByRole('dialog', { name: 'Ada Lovelace' })
  await card.getByText('+1 202 555 0101').waitFor()
  await card.getByText('Administrator').waitFor()
  await card.getByText('Local time').waitFor()
  await card.getByRole('button', { name: 'Mute' }).click()
  await card.getByRole('button', { name: 'Unmute' }).waitFor()
  await card.getByRole('button', { name: 'Close' }).click()
  await feed(page).getByText('A message from someone you muted.').waitFor()
  expect(await page.getByText('Who are you?').count()).toBe(0)
  await feed(page).getByRole('button', { name: 'Show it' }).click()
  await article(page, 'Who are you?').waitFor()
})
