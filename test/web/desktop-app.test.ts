import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type OwnWebWorld, type Person, startWebWorld } from '../harness/web/web-world.ts'

let world: OwnWebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

/** A place where nothing is read by being seen. */
const AWAY = '#narrow/is/starred'

/**
 * Stands in for what the desktop app puts into the page (electron-bridge.ts of its public source), and for the system's
 * notices, which must not be used beside it.
 */
const bridge = (idle: boolean) => `
  window.app = { sent: [], notices: [], listeners: {}, systemNotices: 0, takesReplies: false }
  window.electron_bridge = {
    send_event: (name, ...values) => window.app.sent.push([name, ...values]) > 0,
    on_event: (name, listener) => { (window.app.listeners[name] ??= []).push(listener) },
    new_notification: (title, options, dispatch) => {
      const notice = { title, ...options, dispatch, closed: false, close: () => { notice.closed = true } }
      window.app.notices.push(notice)
      return notice
    },
    get_idle_on_system: () => ${idle},
    get_last_active_on_system: () => Date.now(),
    get_send_notification_reply_message_supported: () => window.app.takesReplies,
    set_send_notification_reply_message_supported: (value) => { window.app.takesReplies = value },
  }
  window.Notification = class {
    static permission = 'granted'
    constructor() { window.app.systemNotices += 1 }
  }
`

async function openInApp(person: Person, at = AWAY, idle = false): Promise<Page> {
  const page = await world.openChat(person, at)
  await page.addInitScript(bridge(idle))
  await page.reload()
  await until(() => page.evaluate('window.app.takesReplies')).toBe(true)
  return page
}
/** The page's policy lets Playwright wait for no expressions inside the page. */
const until = <Value>(ask: () => Promise<Value>) => expect.poll(ask)
/** What was said last under a name. */
const said = (page: Page, name: string) =>
  page.evaluate(
    `window.app.sent.filter(([one]) => one === ${JSON.stringify(name)}).at(-1)?.[1]`,
  ) as Promise<unknown>
const hear = (page: Page, name: string, ...values: unknown[]) =>
  page.evaluate(
    `window.app.listeners[${JSON.stringify(name)}].forEach((one) => one(...${JSON.stringify(values)}))`,
  )
const notices = (page: Page) =>
  page.evaluate(
    'window.app.notices.map(({ title, body, tag, closed }) => ({ title, body, tag, closed }))',
  ) as Promise<{ title: string; body: string; tag: string; closed: boolean }[]>
const post = (person: Person, topic: string, content: string) =>
  world.chat<{ id: number }>(person, 'POST /messages', { type: 'stream', to: 'test', topic, content })
const messagesOf = async (topic: string) => {
  const narrow = [
    { operator: 'stream', operand: 'test' },
    { operator: 'topic', operand: topic },
  ]
  const input = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false, narrow }
  const { messages } = await world.chat<{ messages: { sender_full_name: string; content: string }[] }>(
    'ada',
    'GET /messages',
    input,
  )
  return messages.map((one) => `${one.sender_full_name}: ${one.content}`)
}

test('the app learns the name and the icon of the organization, and how much is unread', async () => {
  const page = await openInApp('ben')
  await until(() => said(page, 'realm_name')).toBe('Acme')
  expect(await said(page, 'realm_icon_url')).toMatch(/^(https?:\/)?\//)
  const before = Number(await said(page, 'total_unread_count'))
  await post('ada', 'counted', 'one more')
  await until(() => said(page, 'total_unread_count')).toBe(before + 1)
  await world.chat('ben', 'POST /mark_all_as_read')
  await until(() => said(page, 'total_unread_count')).toBe(0)
  await world.chat('ada', 'PATCH /realm', { name: 'Acme & Sons' })
  await until(() => said(page, 'realm_name')).toBe('Acme & Sons')
  await world.chat('ada', 'PATCH /realm', { name: 'Acme' })
})

test('the app shows the notices; a click opens the message, and reading it elsewhere takes the notice away', async () => {
  const page = await openInApp('ben')
  const { id } = await post('ada', 'noticed', '@**Ben Okri** look')
  await until(() => notices(page)).toEqual([
    {
      title: 'Ada Lovelace in #test › noticed',
      body: '@Ben Okri look',
      tag: String(id),
      closed: false,
    },
  ])
  expect(await page.evaluate('window.app.systemNotices')).toBe(0)
  await page.evaluate(`window.app.notices[0].dispatch('close', {})`)
  expect(page.url()).toContain(AWAY)
  await page.evaluate(`window.app.notices[0].dispatch('click', {})`)
  await page.waitForURL(new RegExp(`topic/noticed/near/${id}$`))
  await world.chat('ben', 'POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await until(async () => (await notices(page))[0]?.closed).toBe(true)
})

test('a reply to a notice is sent to the conversation, which opens; an empty one is not', async () => {
  const page = await openInApp('ben')
  const { id } = await post('ada', 'answered', '@**Ben Okri** lunch?')
  await until(async () => (await notices(page)).length).toBe(1)
  await hear(page, 'send_notification_reply_message', String(id), '  ')
  await hear(page, 'send_notification_reply_message', String(id), 'At *noon*')
  await page.waitForURL(/topic\/answered/)
  await until(() => messagesOf('answered')).toEqual([
    'Ada Lovelace: @**Ben Okri** lunch?',
    'Ben Okri: At *noon*',
  ])
  // After a reload, the page no longer knows the message.
  await page.goto(`/${AWAY}`)
  await page.reload()
  await until(() => page.evaluate('window.app.takesReplies')).toBe(true)
  await hear(page, 'send_notification_reply_message', id, 'Or at one')
  await until(async () => (await messagesOf('answered')).at(-1)).toBe('Ben Okri: Or at one')
})

test('a reply to a message that is gone says so, to the person and to the app', async () => {
  const page = await openInApp('ben')
  const unread = () => said(page, 'total_unread_count')
  await world.chat('ben', 'POST /mark_all_as_read')
  await until(unread).toBe(0)
  const { id } = await post('ada', 'gone', 'never mind')
  await until(unread).toBe(1)
  await world.chat('ada', `DELETE /messages/${id}`)
  await until(unread).toBe(0)
  await hear(page, 'send_notification_reply_message', String(id), 'too late')
  await until(() => said(page, 'send_notification_reply_message_failed')).toMatchObject({ message_id: id })
  await page.getByText('Invalid message(s)').waitFor()
  expect(page.url()).toContain(AWAY)
  expect(await messagesOf('gone')).toEqual([])
})

test('who uses no window of the computer is away, and who uses another window is not', async () => {
  for (const idle of [true, false]) {
    const page = await world.openChat('cleo', AWAY)
    await page.addInitScript(bridge(idle))
    const told = page.waitForRequest((request) => request.url().endsWith('/users/me/presence'))
    await page.reload()
    expect((await told).postData()).toContain(idle ? 'status=idle' : 'status=active')
  }
})

test('the menu of the app opens the settings and the list of keys, from the phones too, and signs out', async () => {
  const page = await openInApp('ben')
  await hear(page, 'show-notification-settings')
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await hear(page, 'show-keyboard-shortcuts')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('Phones').click()
  await page.getByRole('heading', { level: 1, name: 'Hello, Ben' }).waitFor()
  await hear(page, 'show-keyboard-shortcuts')
  await keys.waitFor()
  await page.keyboard.press('Escape')
  await hear(page, 'show-download-success', 'Saved', 'report.pdf')
  await page.getByText('Saved: report.pdf').waitFor()
  await expectAccessible(page)
  await hear(page, 'logout')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
})

test('an element with the name of the bridge is not taken for the app', async () => {
  const page = await world.openChat('cleo', AWAY)
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
    const element = document.createElement('a')
    element.id = 'electron_bridge'
    document.body.append(element)
  })`)
  await page.reload()
  await page.getByRole('link', { name: /^All messages/ }).waitFor()
  expect(await page.evaluate('window.electron_bridge instanceof Element')).toBe(true)
})
