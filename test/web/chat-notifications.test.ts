import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

/** A place where nothing is read by being seen. */
const AWAY = '#narrow/is/starred'

const post = (person: Person, topic: string, content: string, stream = 'test') =>
  world.chat<{ id: number }>(person, 'POST /messages', { type: 'stream', to: stream, topic, content })
const write = (person: Person, to: Person, content: string) =>
  world.chat<{ id: number }>(person, 'POST /messages', {
    type: 'private',
    to: JSON.stringify([`${to}@example.com`]),
    content,
  })

/** Stands in for the system's notices and for its sound, and writes down what would have been shown and played. */
const recorder = (permission: string) => `
  window.shown = []
  window.tones = 0
  window.Notification = class {
    static permission = '${permission}'
    static async requestPermission() { return (this.permission = 'granted') }
    constructor(title, options) { this.title = title; this.body = options.body; window.shown.push(this) }
    close() { this.closed = true }
  }
  const real = window.AudioContext.prototype.createOscillator
  window.AudioContext.prototype.createOscillator = function () { window.tones += 1; return real.call(this) }
`
async function openRecorded(
  person: Person,
  {
    at = AWAY,
    permission = 'granted',
    ...options
  }: BrowserContextOptions & { at?: string; permission?: string } = {},
): Promise<Page> {
  const page = await world.openChat(person, at, options)
  await page.addInitScript(recorder(permission))
  await page.reload()
  await page.getByRole('link', { name: /^All messages/ }).waitFor()
  return page
}
/** The page's policy lets Playwright wait for no expressions inside the page. */
const until = <Value>(ask: () => Promise<Value>) => expect.poll(ask)
const icon = (page: Page) => page.locator('link[rel=icon]').getAttribute('href')
const shown = (page: Page) =>
  page.evaluate('window.shown.map((one) => [one.title, one.body])') as Promise<[string, string][]>
/** A last message for which there is a notice: everything before it has been decided by then. */
async function settle(page: Page, sender: Person, to: Person): Promise<void> {
  await write(sender, to, 'the end')
  await until(async () => (await shown(page)).at(-1)?.[1]).toBe('the end')
}

test('the title counts what is unread, and names the place', async () => {
  const page = await world.openChat('cleo', AWAY)
  await page.getByRole('link', { name: /^All messages/ }).waitFor()
  await until(() => page.title()).toBe('Starred messages – Acme')
  await write('ben', 'cleo', 'one')
  await until(() => page.title()).toBe('(1) Starred messages – Acme')
  await until(() => icon(page)).toMatch(/^data:image\/png/)
  await page.goto('/#narrow/stream/announcements/topic/hello')
  await until(() => page.title()).toBe('(1) #announcements › hello – Acme')
  await page.goto('/#settings/profile')
  await until(() => page.title()).toBe('(1) Settings – Acme')
  await world.chat('cleo', 'POST /mark_all_as_read')
  await until(() => page.title()).toBe('Settings – Acme')
  await until(() => icon(page)).toMatch(/\/switchboard\.svg$/)
})

test('notifies of private messages, mentions, alert words, followed topics and chosen streams, and of nothing else', async () => {
  const page = await openRecorded('ben')
  const { stream_id } = await world.chat<{ stream_id: number }>('ben', 'GET /get_stream_id', {
    stream: 'test',
  })
  await write('ada', 'ben', 'for **you**')
  await post('ada', 'talk', 'hello @**Ben Okri**')
  await post('ada', 'talk', 'nothing special')
  await world.chat('ben', 'POST /users/me/alert_words', { alert_words: ['pancake'] })
  await post('ada', 'talk', 'a pancake')
  await world.chat('ben', 'POST /user_topics', { stream_id, topic: 'watched', visibility_policy: 3 })
  await post('ada', 'watched', 'in a followed topic')
  await post('ben', 'watched', 'my own words')
  await world.chat('ben', 'POST /user_topics', { stream_id, topic: 'noise', visibility_policy: 1 })
  await post('ada', 'noise', '@**Ben Okri** in a muted topic')
  const set = (property: string, value: boolean) =>
    world.chat('ben', `PATCH /users/me/subscriptions/${stream_id}`, { property, value })
  await set('desktop_notifications', true)
  await post('ada', 'talk', 'everything of this stream')
  await set('desktop_notifications', false)
  await post('ada', 'talk', 'and no more')
  await settle(page, 'ada', 'ben')
  expect(await shown(page)).toEqual([
    ['Ada Lovelace, privately', 'for you'],
    ['Ada Lovelace in #test › talk', 'hello @Ben Okri'],
    ['Ada Lovelace in #test › talk', 'a pancake'],
    ['Ada Lovelace in #test › watched', 'in a followed topic'],
    ['Ada Lovelace in #test › talk', 'everything of this stream'],
    ['Ada Lovelace, privately', 'the end'],
  ])
  expect(await page.evaluate('window.tones')).toBeGreaterThan(0)
})

test('who does not want to be disturbed gets no notices and hears nothing', async () => {
  const page = await openRecorded('ben')
  await world.chat('ben', 'POST /users/me/status', { do_not_disturb: true })
  await write('ada', 'ben', 'quiet')
  await world.chat('ben', 'POST /users/me/status', { do_not_disturb: false })
  await settle(page, 'ada', 'ben')
  expect(await shown(page)).toEqual([['Ada Lovelace, privately', 'the end']])
})

test('a click on a notice opens the message', async () => {
  const page = await openRecorded('ben')
  const { id } = await post('ada', 'clicked', '@**Ben Okri** come here')
  await until(async () => (await shown(page)).length).toBe(1)
  await page.evaluate('window.shown[0].onclick()')
  await page.waitForURL(new RegExp(`topic/clicked/near/${id}$`))
  await page.getByRole('main').getByText('come here').waitFor()
  expect(await page.evaluate('window.shown[0].closed')).toBe(true)
})

test('what one is looking at is not told, but read aloud to those who listen', async () => {
  const page = await openRecorded('ben', { at: '#narrow/stream/test/topic/open' })
  await post('ada', 'open', '@**Ben Okri** you see this already')
  const aloud = page.locator('[aria-live=polite]').getByText('Ada Lovelace: @Ben Okri you see this already')
  await aloud.waitFor({ state: 'attached' })
  await post('ada', 'elsewhere', 'not read aloud')
  await settle(page, 'ada', 'ben')
  expect((await shown(page)).map(([, text]) => text)).toEqual(['the end'])
  expect(await page.locator('[aria-live=polite]').getByText('not read aloud').count()).toBe(0)
})

test('settings decide: none at all, no sound, no words of private messages', async () => {
  const page = await openRecorded('cleo')
  const set = (settings: Record<string, boolean>) => world.chat('cleo', 'PATCH /settings', settings)
  await set({ pm_content_in_desktop_notifications: false, enable_sounds: false })
  await write('ben', 'cleo', 'between us')
  await until(async () => (await shown(page)).length).toBe(1)
  expect(await shown(page)).toEqual([['Ben Okri, privately', 'New message']])
  expect(await page.evaluate('window.tones')).toBe(0)
  await set({ enable_desktop_notifications: false })
  await write('ben', 'cleo', 'quietly')
  await set({ pm_content_in_desktop_notifications: true, enable_desktop_notifications: true })
  await settle(page, 'ben', 'cleo')
  expect((await shown(page)).map(([, text]) => text)).toEqual(['New message', 'the end'])
})

test('permission is asked for only by a click', async () => {
  const page = await openRecorded('ada', { permission: 'default' })
  await write('cleo', 'ada', 'too early')
  await page.getByRole('link', { name: /^Cleo Vance.*1 unread$/ }).waitFor()
  expect(await shown(page)).toEqual([])
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('Notifications are on').waitFor()
  expect(await page.getByRole('button', { name: 'Turn on notifications' }).count()).toBe(0)
  await write('cleo', 'ada', 'now')
  await until(async () => (await shown(page)).length).toBe(1)
  const other = await openRecorded('ada', { permission: 'default' })
  await other.getByRole('button', { name: 'Not now' }).click()
  await other.reload()
  await other.getByRole('link', { name: /^All messages/ }).waitFor()
  expect(await other.getByRole('button', { name: 'Turn on notifications' }).count()).toBe(0)
})
