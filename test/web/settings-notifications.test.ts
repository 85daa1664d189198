import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delayFirst } from '../harness/web/delay-first.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebProcess, type WebProcess } from '../harness/web/start-web-process.ts'

let world: WebProcess
let ben: Page
beforeAll(async () => {
  world = await startWebProcess()
  ben = await world.openChat('ben', '#settings/notifications')
})
afterAll(() => world?.stop())

const eventually = <Value>(get: () => Value) => expect.poll(get)

interface Registered {
  user_settings: Record<string, unknown>
  subscriptions: Record<string, unknown>[]
}
const registered = () => world.chat<Registered>('ben', 'POST /register')
const ofStream = async (name: string) =>
  (await registered()).subscriptions.find((subscription) => subscription.name === name)

test('a switch is stored when it is pressed', async () => {
  await ben.getByLabel('Play a sound', { exact: true }).uncheck()
  await ben.getByText('Saved', { exact: true }).waitFor()
  expect((await registered()).user_settings).toMatchObject({
    enable_sounds: false,
    enable_desktop_notifications: true,
  })
  await ben.getByLabel('Count in the page title').selectOption('Nothing')
  await eventually(async () => (await registered()).user_settings.desktop_icon_count_display).toBe(3)
  await expectAccessible(ben)
})

test('of two quick choices the second counts, even if the first takes longer', async () => {
  const requests = await delayFirst(ben, '**/api/v1/settings')
  const count = ben.getByLabel('Count in the page title')
  await count.selectOption('All unread messages')
  await count.selectOption('Nothing')
  await eventually(requests.answered).toBe(2)
  await requests.end()
  expect((await registered()).user_settings.desktop_icon_count_display).toBe(3)
  await eventually(() => count.inputValue()).toBe('3')
})

test('a choice that fails does not take back the next one', async () => {
  let sent = 0
  await ben.route('**/api/v1/settings', async (route) => {
    sent += 1
    if (sent > 1) return route.continue()
    await new Promise((next) => setTimeout(next, 500))
    await route.abort()
  })
  const count = ben.getByLabel('Count in the page title')
  const failed = ben.waitForEvent('requestfailed')
  await count.selectOption('All unread messages')
  await count.selectOption('Direct messages and mentions')
  await failed
  await eventually(async () => (await registered()).user_settings.desktop_icon_count_display).toBe(2)
  await ben.unroute('**/api/v1/settings')
  await ben.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))
  await eventually(() => count.inputValue()).toBe('2')
  expect(await ben.getByText('Switchboard cannot be reached.').count()).toBe(0)
})

test('what holds for all streams is seen in each, until one says otherwise', async () => {
  const desktop = (stream: string) => ben.getByRole('checkbox', { name: `${stream}: Desktop` })
  expect(await desktop('test').isChecked()).toBe(false)
  await ben.getByLabel('Show notifications on the desktop for every message').check()
  await eventually(() => desktop('test').isChecked()).toBe(true)
  await desktop('random').uncheck()
  await eventually(async () => (await ofStream('random'))?.desktop_notifications).toBe(false)
  expect((await ofStream('test'))?.desktop_notifications).toBe(true)
  await ben.getByRole('checkbox', { name: 'random: Muted' }).check()
  await eventually(async () => (await ofStream('random'))?.is_muted).toBe(true)
})

test('alert words come and go, in every window', async () => {
  const other = await world.openChat('ben', '#settings/notifications', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  const words = other.getByRole('list', { name: 'Alert words' })
  await ben.getByLabel('New alert word').fill('famished road')
  await ben.getByRole('button', { name: 'Add', exact: true }).click()
  await words.getByText('famished road').waitFor()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Remove famished road' }).click()
  await ben.getByRole('list', { name: 'Alert words' }).waitFor({ state: 'detached' })
})

test('an alert word that is too long is refused with the reason', async () => {
  await ben.getByLabel('New alert word').fill('x'.repeat(101))
  await ben.getByRole('button', { name: 'Add', exact: true }).click()
  await ben.getByText(/too long \(limit: 100 characters\)/).waitFor()
  expect(await ben.getByLabel('New alert word').inputValue()).toHaveLength(101)
  expect(await world.chat('ben', 'GET /users/me/alert_words')).toMatchObject({ alert_words: [] })
})

test('while the server is away a switch says so, and is as before', async () => {
  await world.restart('stop', async () => {
    await ben.getByLabel('Include the text of direct messages').click()
    await ben.getByRole('alert').getByText('Switchboard cannot be reached.').waitFor()
  })
  expect(await ben.getByLabel('Include the text of direct messages').isChecked()).toBe(true)
})

test('muted topics and people are found and unmuted, and snippets kept', async () => {
  const { stream_id: stream } = await world.chat<{ stream_id: number }>('ben', 'GET /get_stream_id', {
    stream: 'test',
  })
  await world.chat('ada', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'Loud Noise',
    content: 'boom',
  })
  await world.chat('ben', 'POST /user_topics', {
    stream_id: stream,
    topic: 'Loud Noise',
    visibility_policy: 1,
  })
  const { members } = await world.chat<{ members: { user_id: number; email: string }[] }>('ben', 'GET /users')
  const cleo = members.find(({ email }) => email === 'cleo@example.com')!.user_id
  await world.chat('ben', `POST /users/me/muted_users/${cleo}`)

  await ben.goto('/#settings/muted')
  const topics = ben.getByRole('list', { name: 'Muted topics' })
  await topics.getByRole('link', { name: 'Loud Noise' }).waitFor()
  const people = ben.getByRole('list', { name: 'Muted people' })
  await people.getByText('Cleo Vance').waitFor()
  await ben.getByRole('button', { name: 'New snippet' }).click()
  await ben.getByLabel('Name').fill('Thanks')
  await ben.getByLabel('Text', { exact: true }).fill('Thank you, I will look at it.')
  await ben.getByRole('button', { name: 'Save' }).click()
  await ben.getByText('Thank you, I will look at it.').waitFor()
  await expectAccessible(ben)
  await topics.getByRole('button', { name: 'Unmute' }).click()
  await ben.getByText('You have not muted any topic.').waitFor()
  await people.getByRole('button', { name: 'Unmute' }).click()
  await ben.getByText('You have not muted anyone.').waitFor()
  await ben.getByRole('button', { name: 'Delete Thanks' }).click()
  await ben.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await ben.getByText('You have not saved any snippets.').waitFor()
})

test('own files are listed with what uses them, and deleted after a question', async () => {
  await ben.goto('/#settings/uploads')
  await ben.getByText('No files yet').waitFor()
  const form = new FormData()
  form.set('file', new Blob(['once upon a time']), 'story.txt')
  const { api_key: key } = (await (
    await fetch(`${world.url}/api/v1/dev_fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'ben@example.com' }),
    })
  ).json()) as { api_key: string }
  const authorization = `Basic ${btoa(`ben@example.com:${key}`)}`
  const answer = await fetch(`${world.url}/api/v1/user_uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  })
  const { uri } = (await answer.json()) as { uri: string }
  const row = ben.getByRole('row', { name: 'story.txt' })
  await row.getByText('No message').waitFor()
  const { id } = await world.chat<{ id: number }>('ben', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'stories',
    content: `[story.txt](${uri})`,
  })
  await row.getByRole('link', { name: `Message ${id}` }).waitFor()
  await expectAccessible(ben)
  await row.getByRole('button', { name: 'Delete story.txt' }).click()
  await ben.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await ben.getByText('No files yet').waitFor()
  expect((await fetch(`${world.url}${uri}`, { headers: { authorization } })).status).toBe(404)
})
