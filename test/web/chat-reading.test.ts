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

async function unreadLines(topic: string): Promise<string[]> {
  const narrow = [
    { operator: 'topic', operand: topic },
    { operator: 'is', operand: 'unread' },
  ]
  const fields = { anchor: 'newest', num_before: 500, num_after: 0, narrow, apply_markdown: false }
  const { messages } = await world.chat<{ messages: { content: string }[] }>('ada', 'GET /messages', fields)
  return messages.map(({ content }) => content)
}
const unreadIn = async (topic: string) => (await unreadLines(topic)).length

const at = (topic: string) => `#narrow/stream/${stream}-test/topic/${topic}`
const feed = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
const article = (page: Page, text: string) => feed(page).getByRole('article').filter({ hasText: text })
const streamLink = (page: Page) =>
  page.getByRole('region', { name: 'Streams' }).getByRole('link', { name: /^test\b/ })

const isOnScreen = (page: Page, text: string) =>
  feed(page).evaluate((list, wanted) => {
    const frame = list.getBoundingClientRect()
    const one = [...list.querySelectorAll('article')].find(({ textContent }) => textContent.includes(wanted))
    const box = one?.getBoundingClientRect()
    return box !== undefined && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1
  }, text)
/** The first whole message on the screen. */
const topOf = (page: Page) =>
  feed(page).evaluate((list) => {
    const { top } = list.getBoundingClientRect()
    const first = [...list.querySelectorAll('article')]
      .map((one) => ({ text: one.querySelector('p')?.textContent, y: one.getBoundingClientRect().top - top }))
      .filter(({ y }) => y >= 0)
      .sort((one, other) => one.y - other.y)[0]
    return { text: first?.text, y: first?.y ?? 0 }
  })

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

test('coming back to a narrow keeps the place, and reads nothing else', async () => {
  for (let number = 1; number <= 150; number += 1) await post('ben', 'returning', `Line ${number}.`)
  const page = await world.openChat('ada', at('returning'))
  await article(page, 'Line 1.').waitFor()
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect.poll(() => isOnScreen(page, 'Line 150.')).toBe(true)
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'Starred messages' }).click()
    await page.getByRole('heading', { level: 1, name: 'Starred messages' }).waitFor()
    await page.goBack()
  }
  // At the end, it comes back to the end.
  for (const _ of [1, 2]) {
    await leaveAndReturn()
    await expect.poll(() => isOnScreen(page, 'Line 150.')).toBe(true)
  }
  // In the middle, it comes back to the same line.
  await feed(page).hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -150)
      return isOnScreen(page, 'Line 150.')
    }, patient)
    .toBe(false)
  const { text, y } = await topOf(page)
  for (const _ of [1, 2]) {
    await leaveAndReturn()
    await expect.poll(async () => (await topOf(page)).text).toBe(text)
    expect(Math.abs((await topOf(page)).y - y)).toBeLessThan(4)
  }
  // At the end again: what came meanwhile is behind the line that marks new messages.
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect.poll(() => isOnScreen(page, 'Line 150.')).toBe(true)
  await page.getByRole('link', { name: 'Starred messages' }).click()
  await page.getByRole('heading', { level: 1, name: 'Starred messages' }).waitFor()
  const last = 'Line 151. @**Ada Lovelace**'
  await post('ben', 'returning', last)
  await page.getByRole('link', { name: 'Mentions 1 unread' }).waitFor()
  await page.goBack()
  await feed(page).getByText('New messages').waitFor()
  await expect.poll(() => isOnScreen(page, 'Line 151.')).toBe(true)
  // What was never on the screen is unread, also after everything else was reported.
  await expect.poll(async () => (await unreadLines('returning')).includes(last), patient).toBe(false)
  const unseen = Array.from({ length: 60 }, (_, index) => `Line ${index + 50}.`)
  expect(await unreadLines('returning')).toEqual(expect.arrayContaining(unseen))
})

test('what one sends is shown at once, below its author, wherever one was in the list', async () => {
  const lines = (number: number) => [`Row ${number}.`, ...'abcdefgh'].join('\n')
  for (let number = 1; number <= 80; number += 1) await post('ben', 'sending', lines(number))
  const page = await world.openChat('ada', at('sending'))
  await article(page, 'Row 1.').waitFor()
  const held: (() => void)[] = []
  await page.route('**/api/v1/messages', async (route) => {
    if (route.request().method() === 'POST') await new Promise<void>((resolve) => held.push(resolve))
    await route.fallback()
  })
  const text = page.getByRole('form', { name: 'Write a message' }).getByRole('textbox', { name: 'Message' })
  const send = async (words: string) => {
    await text.fill(words)
    await text.press('Control+Enter')
    await expect.poll(() => isOnScreen(page, words)).toBe(true)
  }
  const author = (words: string) => article(page, words).getByRole('button', { name: 'Ada Lovelace' })
  // The end of the list is not loaded.
  await send('My answer')
  await article(page, 'Row 80.').waitFor()
  await expect.poll(() => isOnScreen(page, 'My answer')).toBe(true)
  await article(page, 'My answer').getByText('Sending').waitFor()
  await author('My answer').waitFor()
  held.pop()?.()
  await article(page, 'My answer').getByText('Sending').waitFor({ state: 'detached' })
  // It is loaded, and the user has scrolled away.
  await feed(page).hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -300)
      return isOnScreen(page, 'My answer')
    }, patient)
    .toBe(false)
  await send('And one thing more')
  await article(page, 'And one thing more').getByText('Sending').waitFor()
  expect(await author('And one thing more').count()).toBe(0)
  held.pop()?.()
  await article(page, 'And one thing more').getByText('Sending').waitFor({ state: 'detached' })
  expect(await author('And one thing more').count()).toBe(0)
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

test('shows who is writing, and who somebody is', async () => {
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
  await card.getByRole('paragraph').getByText('+1 202 555 0101').waitFor()
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
