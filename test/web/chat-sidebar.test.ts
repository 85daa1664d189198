import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type Person, startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

/** A place where nothing is read by being seen. */
const AWAY = '#narrow/is/starred'

const post = (person: Person, stream: string, topic: string, content = 'hello') =>
  world.chat<{ id: number }>(person, 'POST /messages', { type: 'stream', to: stream, topic, content })
const write = (person: Person, to: Person[], content = 'hello') =>
  world.chat(person, 'POST /messages', {
    type: 'private',
    to: JSON.stringify(to.map((one) => `${one}@example.com`)),
    content,
  })

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Streams and conversations' })
const streamLink = (page: Page, name: string) =>
  sidebar(page)
    .getByRole('region', { name: 'Streams' })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) })
const topicLink = (page: Page, stream: string, name: RegExp) =>
  sidebar(page)
    .getByRole('list', { name: `Topics of #${stream}` })
    .getByRole('link', { name })

async function choose(page: Page, menu: string, item: string) {
  await sidebar(page).getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('counts follow what comes and what is read in another window', async () => {
  const page = await world.openChat('ben', AWAY)
  const other = await world.openChat('ben', AWAY)
  await streamLink(page, 'test').waitFor()
  const { id } = await post('ada', 'test', 'counting')
  await post('ada', 'test', 'counting', '@**Ben Okri** look')
  for (const window of [page, other]) {
    await streamLink(window, 'test').getByText('2 unread').waitFor()
    await sidebar(window).getByRole('link', { name: 'All messages 2 unread' }).waitFor()
    await sidebar(window).getByRole('link', { name: 'Mentions 1 unread' }).waitFor()
    // A mention has a colour of its own, and words.
    await streamLink(window, 'test').getByText('1 mention').waitFor({ state: 'attached' })
  }
  for (let number = 0; number < 100; number += 1) await post('ada', 'test', 'many')
  // Every count has the same limit.
  await streamLink(page, 'test').getByText('99+ unread').waitFor()
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('99+ unread').waitFor()
  await expect.poll(() => page.title()).toBe('(99+) Starred messages – Acme')
  const rail = await page.getByRole('navigation', { name: 'Workspace' }).boundingBox()
  const badge = await page.getByRole('navigation', { name: 'Workspace' }).getByText('99+').boundingBox()
  expect(badge!.x + badge!.width).toBeLessThanOrEqual(rail!.x + rail!.width)
  await world.chat('ben', 'POST /mark_topic_as_read', {
    stream_id: await world.streamId('test'),
    topic_name: 'many',
  })
  await world.chat('ben', 'POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await streamLink(page, 'test').getByText('1 unread').waitFor()
  await choose(other, 'Actions for #test', 'Mark as read')
  await sidebar(page).getByRole('link', { name: 'All messages', exact: true }).waitFor()
  await sidebar(page).getByRole('link', { name: 'Mentions', exact: true }).waitFor()
  expect(await page.title()).toBe('Starred messages – Acme')
})

test('the open stream shows its topics, with what is unread in each, and new ones come by themselves', async () => {
  for (let number = 1; number <= 9; number += 1) await post('ben', 'random', `subject ${number}`)
  const page = await world.openChat('ben', AWAY)
  await streamLink(page, 'random').click()
  // What is unread is always shown; one reads it by looking at the stream.
  const more = sidebar(page).getByRole('button', { name: 'Show 3 more topics' })
  await more.waitFor()
  await expect.poll(() => topicLink(page, 'random', /^subject/).count()).toBe(6)
  await more.click()
  await expect.poll(() => topicLink(page, 'random', /^subject/).count()).toBe(9)
  await topicLink(page, 'random', /^subject 3/).click()
  await sidebar(page).locator('[aria-current=page]').getByText('subject 3').waitFor()
  await page.goto(`/${AWAY}`)
  await streamLink(page, 'test').click()
  await topicLink(page, 'test', /^counting/).waitFor()
  await page.goto('/#narrow/stream/test/topic/nowhere')
  await sidebar(page).locator('[aria-current=page]').getByText('nowhere').waitFor()
  await post('ada', 'test', 'brand new')
  await topicLink(page, 'test', /^brand new 1 unread/).waitFor()
})

test('a topic is muted and followed, a stream muted and pinned, in all windows', async () => {
  const page = await world.openChat('ada', '#narrow/stream/test/topic/elsewhere')
  const other = await world.openChat('ada', '#narrow/stream/test/topic/elsewhere')
  await post('ben', 'test', 'loud')
  await topicLink(page, 'test', /^loud 1 unread/).waitFor()
  await choose(page, 'Actions for the topic loud', 'Mute topic')
  await topicLink(other, 'test', /^loud 1 unread, muted/).waitFor()
  await choose(other, 'Actions for the topic loud', 'Unmute topic')
  await topicLink(page, 'test', /^loud 1 unread$/).waitFor()
  await choose(page, 'Actions for the topic loud', 'Follow topic')
  await topicLink(other, 'test', /^loud followed 1 unread/).waitFor()
  await choose(page, 'Actions for #test', 'Mute stream')
  const muted = (window: Page) => sidebar(window).getByRole('list', { name: 'Muted' })
  await muted(other).getByRole('link', { name: /^test/ }).waitFor()
  // What one follows counts in spite of the muted stream.
  await topicLink(other, 'test', /^loud followed 1 unread$/).waitFor()
  await choose(page, 'Actions for #test', 'Unmute stream')
  await choose(page, 'Actions for #announcements', 'Pin to the top')
  const pinned = sidebar(other).getByRole('list', { name: 'Pinned' })
  await pinned.getByRole('link', { name: /^announcements/ }).waitFor()
  expect(
    await sidebar(other)
      .getByRole('region', { name: 'Streams' })
      .getByRole('list')
      .first()
      .getAttribute('aria-label'),
  ).toBe('Pinned')
})

test('a topic is renamed, resolved and deleted from its menu, as far as the server permits', async () => {
  await post('ben', 'test', 'typpo', 'about the typo')
  const page = await world.openChat('ada', '#narrow/stream/test/topic/typpo')
  const ben = await world.openChat('ben', '#narrow/stream/test/topic/typpo')
  await ben.getByRole('textbox', { name: 'Message' }).fill('half an answer')
  await topicLink(page, 'test', /^typpo/).waitFor()
  await choose(page, 'Actions for the topic typpo', 'Rename topic')
  const dialog = page.getByRole('dialog', { name: 'Rename typpo' })
  await dialog.getByLabel('New name').fill('typo')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  // Readers go along, and take along what they have not sent yet.
  for (const window of [page, ben]) {
    await window.getByRole('heading', { level: 1, name: /typo$/ }).waitFor()
    await window.getByRole('article').getByText('about the typo').waitFor()
  }
  await expect.poll(() => ben.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half an answer')
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark as resolved' }).click()
  await page.getByRole('heading', { level: 1, name: /✔ typo$/ }).waitFor()
  await choose(ben, 'Actions for the topic ✔ typo', 'Mark as unresolved')
  await topicLink(page, 'test', /^typo/).waitFor()
  // Only administrators delete topics.
  await sidebar(ben).getByRole('button', { name: 'Actions for the topic typo', exact: true }).click()
  await ben.getByRole('menuitem', { name: 'Rename topic', disabled: false }).waitFor()
  expect(await ben.getByRole('menuitem', { name: 'Delete topic' }).count()).toBe(0)
  await choose(page, 'Actions for the topic typo', 'Delete topic')
  await page
    .getByRole('dialog', { name: 'Delete typo?' })
    .getByRole('button', { name: 'Delete topic' })
    .click()
  await ben.getByRole('article').getByText('about the typo').waitFor({ state: 'detached' })
})

test('a topic moves to another stream, with its readers if they may follow', async () => {
  await post('ben', 'test', 'travel', 'about the trip')
  const page = await world.openChat('ada', '#narrow/stream/test/topic/travel')
  const ben = await world.openChat('ben', '#narrow/stream/test/topic/travel')
  for (const window of [page, ben]) await window.getByRole('article').getByText('about the trip').waitFor()
  await choose(page, 'Actions for the topic travel', 'Move topic…')
  const dialog = page.getByRole('dialog', { name: 'Move travel to another stream' })
  const target = dialog.getByLabel('Move to')
  await target.selectOption('#leadership (private)')
  await dialog.getByText('Only people in #leadership can read it there.').waitFor()
  await dialog.getByText('Lose access: Ben Okri').waitFor()
  await expectAccessible(page)
  await target.selectOption('#general')
  await dialog.getByText('Everyone except guests can read it there.').waitFor()
  await dialog.getByLabel('Topic there').fill('trips')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  for (const window of [page, ben]) {
    await window.waitForURL(/stream\/\d+-general\/topic\/trips/)
    await window.getByRole('article').getByText('about the trip').waitFor()
    await topicLink(window, 'general', /^trips/).waitFor()
  }
  // To a private stream, only its subscribers follow.
  await choose(page, 'Actions for the topic trips', 'Move topic…')
  await page.getByLabel('Move to').selectOption('#leadership (private)')
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
  await page.waitForURL(/leadership\/topic\/trips/)
  await page.getByRole('article').getByText('about the trip').waitFor()
  await ben.getByRole('article').getByText('about the trip').waitFor({ state: 'detached' })
})

test('the whole is accessible, in the light and in the dark', async () => {
  const page = await world.openChat('ada', '#narrow/stream/test/topic/elsewhere')
  await topicLink(page, 'test', /^loud/).waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('private conversations: the newest first, with names, counts and groups', async () => {
  const page = await world.openChat('cleo', AWAY)
  await sidebar(page).getByText('No direct messages yet.').waitFor()
  await write('ben', ['cleo'])
  await write('ada', ['cleo', 'ben'])
  const directs = sidebar(page).getByRole('list', { name: 'Direct messages' }).getByRole('link')
  await directs.filter({ hasText: 'Ada Lovelace, Ben Okri' }).getByText('1 unread').waitFor()
  expect(await directs.allTextContents()).toEqual([
    expect.stringMatching(/Ada Lovelace, Ben Okri.*1 unread/),
    expect.stringMatching(/^(?!.*Ada).*Ben Okri.*1 unread/),
  ])
  await write('ben', ['cleo'], 'again')
  await directs.first().getByText('2 unread').waitFor()
  await sidebar(page).getByRole('link', { name: 'Direct messages 3 unread' }).waitFor()
  await directs.first().click()
  await sidebar(page)
    .getByRole('link', { name: /Ben Okri/ })
    .and(page.locator('[aria-current=page]'))
    .first()
    .waitFor()
})

test('leaving a stream asks first', async () => {
  const page = await world.openChat('cleo', AWAY)
  await choose(page, 'Actions for #announcements', 'Unsubscribe')
  await page
    .getByRole('dialog', { name: 'Leave #announcements?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await streamLink(page, 'announcements').waitFor()
  await choose(page, 'Actions for #announcements', 'Unsubscribe')
  await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
  await streamLink(page, 'announcements').waitFor({ state: 'detached' })
})

test('streams are filtered by their names', async () => {
  const page = await world.openChat('ada', AWAY)
  await sidebar(page).getByLabel('Filter streams').fill('lead')
  await streamLink(page, 'leadership private').waitFor()
  expect(await streamLink(page, 'test').count()).toBe(0)
  await sidebar(page).getByLabel('Filter streams').fill('no such')
  await sidebar(page).getByText('No matching streams.').waitFor()
  await page.keyboard.press('Escape')
  await streamLink(page, 'test').waitFor()
})

test('what somebody may not see is not in the page', async () => {
  await post('ada', 'leadership', 'hush')
  const ben = await world.openChat('ben', AWAY)
  await streamLink(ben, 'test').waitFor()
  await ben.getByLabel('Search messages').fill('stream:lead')
  expect(await ben.content()).not.toContain('leadership')
  const leadership = await world.chat<{ stream_id: number }>('ada', 'GET /get_stream_id', {
    stream: 'leadership',
  })
  await ben.goto(`/#narrow/stream/${leadership.stream_id}`)
  await ben.getByRole('heading', { level: 1 }).waitFor()
  expect(await ben.content()).not.toContain('leadership')
  expect(await ben.content()).not.toContain('hush')
  const gus = await world.openChat('gus', AWAY)
  await sidebar(gus).getByText('You are not subscribed to any streams yet.').waitFor()
  for (const name of ['Browse streams', 'Create a stream']) {
    expect(await gus.getByRole('link', { name }).count()).toBe(0)
  }
  for (const name of ['random', 'announcements', 'leadership']) {
    expect(await gus.content()).not.toContain(name)
  }
})

test('with 200 streams: active ones first, the quiet behind a button; sections collapse and stay so', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `project ${String(index + 1).padStart(3, '0')}`)
  // At most a hundred are created at once.
  for (const part of [names.slice(0, 100), names.slice(100)])
    await world.chat('ben', 'POST /users/me/subscriptions', {
      subscriptions: JSON.stringify(part.map((name) => ({ name }))),
      principals: JSON.stringify(['ben@example.com', 'ada@example.com']),
    })
  await post('ben', 'project 150', 'kickoff')
  await world.chat('ben', 'POST /mark_all_as_read')
  const page = await world.openChat('ben', AWAY)
  await streamLink(page, 'project 150').waitFor()
  const more = sidebar(page).getByRole('button', { name: /^Show \d{3} quiet streams$/ })
  await more.waitFor()
  expect(await streamLink(page, 'project 007').count()).toBe(0)
  const weight = (name: string) =>
    streamLink(page, name)
      .locator('span', { hasText: name })
      .evaluate((element) => Number(getComputedStyle(element).fontWeight))
  expect(await weight('project 150')).toBeLessThan(600)
  // An unread message brings a quiet stream up, in bold.
  await post('ada', 'project 007', 'news')
  await streamLink(page, 'project 007').getByText('1 unread').waitFor()
  expect(await weight('project 007')).toBeGreaterThan(600)
  await more.click()
  await streamLink(page, 'project 123').waitFor()
  await sidebar(page).getByRole('button', { name: 'Hide quiet streams' }).click()
  // The filter finds all of them.
  await sidebar(page).getByLabel('Filter streams').fill('199')
  await streamLink(page, 'project 199').waitFor()
  await page.keyboard.press('Escape')
  const toggle = sidebar(page).getByRole('button', { name: 'Streams', exact: true })
  await toggle.click()
  await streamLink(page, 'project 007').waitFor({ state: 'detached' })
  await sidebar(page)
    .getByRole('region', { name: 'Streams' })
    .getByText(/^\d+ unread$/)
    .waitFor()
  await expectAccessible(page)
  await page.reload()
  await sidebar(page).getByRole('button', { name: 'Streams', exact: true, expanded: false }).waitFor()
  // The key for the filter opens the section.
  await page.keyboard.press('q')
  await sidebar(page).getByLabel('Filter streams').and(page.locator(':focus')).waitFor()
})

test('a new direct message can be started from a page without a compose box', async () => {
  const page = await world.openChat('ben', '#streams')
  await page.getByRole('heading', { name: 'Streams', level: 1 }).waitFor()
  await sidebar(page).getByRole('button', { name: 'New direct message' }).click()
  const box = page.getByRole('form', { name: 'Write a message' })
  await box.waitFor()
  const focused = () => box.locator('input:focus').count()
  await expect.poll(focused).toBe(1)
  await page.keyboard.type('Ada')
  await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
})
