import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type Person, startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
  await world.chat('ben', 'POST /mark_all_as_read')
})
afterAll(() => world?.stop())

const post = (person: Person, stream: string, topic: string, content = 'hello') =>
  world.chat(person, 'POST /messages', { type: 'stream', to: stream, topic, content })
const write = (person: Person, to: Person[], content = 'hello') =>
  world.chat(person, 'POST /messages', {
    type: 'private',
    to: JSON.stringify(to.map((one) => `${one}@example.com`)),
    content,
  })

const field = (page: Page) => page.getByRole('combobox', { name: 'Go to a conversation, person or page' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const chosen = (page: Page) => page.getByRole('option', { selected: true })
const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name })

test('Ctrl+K goes anywhere by keys alone: what is unread first, then by beginnings of words', async () => {
  await post('ada', 'test', 'release plan')
  await post('ada', 'test', 'catering', '@**Ben Okri** what would you like?')
  await write('cleo', ['ben'])
  await write('ada', ['ben', 'cleo'])
  const page = await world.openChat('ben', '#narrow/is/starred')
  await page.getByRole('link', { name: 'Mentions 1 unread' }).waitFor()
  await page.keyboard.press('Control+k')
  await field(page).and(page.locator(':focus')).waitFor()
  await option(page, /^release plan #test/).waitFor()
  // The mention first, then what came last.
  expect((await page.getByRole('option').allTextContents()).slice(0, 4)).toEqual([
    expect.stringMatching(/catering#test@1 mention1 unread$/),
    expect.stringMatching(/Ada Lovelace, Cleo Vance1 unread$/),
    expect.stringMatching(/Cleo Vance1 unread$/),
    expect.stringMatching(/release plan#test1 unread$/),
  ])
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  // Enter takes the first; the arrows go on from there.
  await page.keyboard.press('ArrowDown')
  await chosen(page).getByText('Ada Lovelace, Cleo Vance').waitFor()
  await page.keyboard.press('Enter')
  await heading(page, /Ada Lovelace, Cleo Vance/).waitFor()
  // From within a field as well; the letters begin the words of a topic and its stream.
  await page.getByRole('textbox', { name: 'Message' }).or(page.getByLabel('Search messages')).first().focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('repl')
  await chosen(page).getByText('release plan').waitFor()
  await page.keyboard.press('Enter')
  await heading(page, /test.*release plan/).waitFor()
  // Topics of a stream that was read are known, those that were read too.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('test cat')
  await chosen(page).getByText('catering').waitFor()
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Go to a conversation' }).click()
  await page.keyboard.type('love')
  await chosen(page).getByText('Ada Lovelace').first().waitFor()
  await field(page).fill('star')
  await chosen(page).getByText('Starred messages').waitFor()
  await page.keyboard.press('Enter')
  await heading(page, /Starred messages/).waitFor()
  // What is no place is searched for.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('would like')
  await page.getByText('Nothing by that name').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByText('what would you like?').waitFor()
})

test('the switcher is loaded when it is wanted, and offers nothing that is hidden', async () => {
  await post('ada', 'leadership', 'hush')
  const page = await world.openChat('ben', '#narrow/is/starred')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await heading(page, /Starred messages/).waitFor()
  expect(asked.filter((url) => /switcher/.test(url))).toEqual([])
  await page.keyboard.press('Control+k')
  await page.keyboard.type('le')
  // What is typed while it loads is not lost.
  await expect.poll(() => field(page).inputValue()).toBe('le')
  await page.getByRole('status').getByText(/place/).waitFor({ state: 'attached' })
  expect(await page.content()).not.toMatch(/leadership|hush/)
  expect(asked.some((url) => /switcher/.test(url))).toBe(true)
  const guest = await world.openChat('gus', '#narrow/is/starred')
  await heading(guest, /Starred messages/).waitFor()
  await guest.keyboard.press('Control+k')
  await guest.keyboard.type('browse')
  await guest.getByText('Nothing by that name').waitFor()
})

const inbox = (page: Page) => page.getByRole('main')
const unread = (page: Page) => inbox(page).getByRole('region', { name: 'Unread' })
const recent = (page: Page) => inbox(page).getByRole('region', { name: 'Recent conversations' })

test('the chat starts with the inbox: what is unread by place, then recent conversations, live', async () => {
  await write('ada', ['ben', 'cleo'])
  await world.chat('ben', 'POST /mark_all_as_read')
  const page = await world.openChat('ben', '')
  await heading(page, /Inbox/).waitFor()
  expect(await page.title()).toBe('Inbox – Acme')
  await unread(page).getByText('You are all caught up.').waitFor()
  // Read conversations with their last sender.
  await recent(page)
    .getByRole('link', { name: /Ada Lovelace, Cleo Vance.*Ada Lovelace/ })
    .waitFor()
  await post('ada', 'test', 'harvest', '@**Ben Okri** look')
  await post('ada', 'test', 'harvest')
  await write('cleo', ['ben'])
  const topic = unread(page).getByRole('list', { name: 'Topics of #test' }).getByRole('link')
  await topic.filter({ hasText: '2 unread' }).waitFor()
  expect(await topic.allTextContents()).toEqual([
    expect.stringMatching(/^harvestAda Lovelace: hello@1 mention2 unread\d/),
  ])
  await unread(page)
    .getByRole('list', { name: 'Direct messages' })
    .getByRole('link', { name: /Cleo Vance.*1 unread/ })
    .waitFor()
  await page.getByRole('link', { name: 'Inbox 3 unread' }).waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  // Read elsewhere, it is among the recent ones; a renamed topic is under its new name.
  await unread(page).getByRole('button', { name: 'Mark #test › harvest as read' }).click()
  await recent(page)
    .getByRole('link', { name: /test › harvest.*Ada Lovelace/ })
    .waitFor()
  const { id } = await world.chat<{ id: number }>('ben', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'harvest',
    content: 'mine',
  })
  await unread(page).getByRole('button', { name: 'Mark #test › harvest as read' }).click()
  await recent(page)
    .getByRole('link', { name: /test › harvest.*You/ })
    .waitFor()
  await world.chat('ben', `PATCH /messages/${id}`, { topic: 'thanksgiving', propagate_mode: 'change_all' })
  await recent(page)
    .getByRole('link', { name: /test › thanksgiving/ })
    .waitFor()
  await recent(page)
    .getByRole('link', { name: /harvest/ })
    .waitFor({ state: 'detached' })
  // Keys go through the rows; the view over all messages remains, and the way back.
  await page.keyboard.press('j')
  await unread(page)
    .getByRole('link', { name: /Cleo Vance/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Enter')
  await heading(page, /Cleo Vance/).waitFor()
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  await page.keyboard.press('a')
  await heading(page, /All messages/).waitFor()
  await page.keyboard.press('Shift+I')
  await heading(page, /Inbox/).waitFor()
  await unread(page).getByText('You are all caught up.').waitFor()
})

test('what is left to set up is a chip on the inbox of the first administrator, and opens', async () => {
  const { members } = await world.chat<{ members: { user_id: number; email: string }[] }>('ada', 'GET /users')
  const cleo = members.find(({ email }) => email === 'cleo@example.com')!.user_id
  await world.chat('ada', `PATCH /users/${cleo}`, { role: 200 })
  const page = await world.openChat('ada', '#narrow/is/starred')
  await heading(page, /Starred messages/).waitFor()
  const chip = page.getByRole('button', { name: /^Set up your organization: \d of \d$/ })
  expect(await chip.count()).toBe(0)
  await page.goto('/#inbox')
  await chip.click()
  const list = page.getByRole('dialog', { name: 'Set up your organization' })
  const steps = list.getByRole('listitem')
  await steps.first().waitFor()
  // What only the operator of the server can do comes last.
  expect(await steps.allTextContents()).toEqual([
    expect.stringContaining('picture'),
    expect.stringContaining('Invite people'),
    expect.stringContaining('Create streams'),
    expect.stringContaining('Connect phones'),
    expect.stringContaining('mail server'),
    expect.stringContaining('backups'),
  ])
  await list.getByText('No SIP server is connected: phones cannot register or call.').waitFor()
  await expectAccessible(page)
  const later = await world.openChat('cleo', '#inbox')
  await unread(later).waitFor()
  await list.getByRole('button', { name: 'Hide this list' }).click()
  await chip.waitFor({ state: 'detached' })
  await page.reload()
  await heading(page, /Inbox/).waitFor()
  expect(await chip.count()).toBe(0)
  // Who becomes an administrator later was not the one to set it up.
  expect(await later.getByRole('button', { name: /^Set up your organization/ }).count()).toBe(0)
  await world.chat('ada', `PATCH /users/${cleo}`, { role: 400 })
})

test('drafts, scheduled messages and reminders are among the views, with their number', async () => {
  await post('ada', 'test', 'deadline', 'hand it in')
  const page = await world.openChat('ben', '#narrow/stream/test/topic/deadline')
  const views = page.getByRole('navigation', { name: 'Views' })
  const article = page.getByRole('article').filter({ hasText: 'hand it in' })
  await article.hover()
  await article.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Remind me' }).click()
  await page.getByRole('dialog', { name: 'Remind me' }).getByRole('button', { name: 'Set reminder' }).click()
  await world.chat('ben', 'POST /scheduled_messages', {
    type: 'stream',
    to: await world.streamId('test'),
    topic: 'deadline',
    content: 'later',
    scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400,
  })
  await world.chat('ben', 'POST /drafts', {
    drafts: JSON.stringify([{ type: '', to: [], topic: '', content: 'unfinished', timestamp: 1 }]),
  })
  await views.getByRole('button', { name: /^Scheduled messages.*1$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('later').waitFor()
  await page.keyboard.press('Escape')
  await views.getByRole('button', { name: /^Drafts.*1$/ }).click()
  await dialog.getByText('unfinished').waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/#streams')
  await views.getByRole('button', { name: /^Reminders.*1$/ }).click()
  await dialog.getByText('hand it in').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Go to the message' }).click()
  await heading(page, /test.*deadline/).waitFor()
  await views.getByRole('button', { name: /^Reminders/ }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('No reminders').waitFor()
  await page.keyboard.press('Escape')
  await views.getByRole('button', { name: /^Reminders/ }).waitFor({ state: 'detached' })
})
