import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld()
  page = await world.openChat('ada', '#organization/settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
})
afterAll(() => world?.stop())

const realm = async () =>
  world.chat<Record<string, unknown>>('ada', 'POST /register', { fetch_event_types: ['realm'] })
const card = (title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) }).last()

test('everybody sees a new name at once, and a mistake shows an error and stores nothing', async () => {
  const other = await world.openChat('ben')
  await other.getByRole('link', { name: 'Acme' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Organization name').fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText("Organization name can't be empty").waitFor()
  expect((await realm()).realm_name).toBe('Acme')
  await page.getByLabel('Organization name').fill('Acme & Söhne')
  await page.getByRole('button', { name: 'Save' }).click()
  await other.getByRole('link', { name: 'Acme & Söhne' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
})

test('policies are saved as they are shown', async () => {
  const messages = card('Messages')
  const limit = messages.getByLabel('Time limit for deleting')
  expect(await limit.isDisabled()).toBe(true)
  await messages.getByLabel('People can delete their own messages').check()
  await limit.selectOption('Another time')
  await messages.getByLabel('Minutes').fill('45')
  await messages.getByLabel('Time limit for editing').selectOption('No limit')
  await messages.getByLabel('Delete messages').selectOption('After a number of days')
  await messages.getByLabel('Days').fill('90')
  await messages.getByRole('button', { name: 'Save' }).click()
  await messages.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  const people = card('People and bots')
  // Shown the other way round than the server calls it.
  expect(await people.getByLabel('People can change their names').isChecked()).toBe(true)
  await people.getByLabel('People can change their names').uncheck()
  await people.getByLabel('Who can add bots').selectOption('Only administrators')
  await people.getByRole('button', { name: 'Save' }).click()
  await people.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  const news = card('Announcements')
  await news.getByLabel('Announce new people in').selectOption('announcements')
  await news.getByLabel('Post reported messages in').selectOption('leadership')
  await news.getByRole('button', { name: 'Save' }).click()
  await news.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  const { stream_id } = await world.chat<{ stream_id: number }>('ada', 'GET /get_stream_id', {
    stream: 'announcements',
  })
  const { stream_id: reports } = await world.chat<{ stream_id: number }>('ada', 'GET /get_stream_id', {
    stream: 'leadership',
  })
  expect(await realm()).toMatchObject({
    realm_moderation_request_channel_id: reports,
    realm_allow_message_deleting: true,
    realm_message_content_delete_limit_seconds: 2700,
    realm_message_content_edit_limit_seconds: 0,
    realm_message_retention_days: 90,
    realm_name_changes_disabled: true,
    realm_bot_creation_policy: 3,
    realm_signup_notifications_stream_id: stream_id,
  })
})

test('what another administrator changes appears, and what is not saved can be discarded', async () => {
  const topics = card('Topics')
  const mandatory = topics.getByLabel('Every message in a stream needs a topic')
  await topics.getByLabel('Everyone can change the topic of messages').uncheck()
  await world.chat('ada', 'PATCH /realm', { mandatory_topics: true })
  await page.locator(':checked').and(mandatory).waitFor()
  await topics.getByRole('button', { name: 'Discard changes' }).click()
  expect(await topics.getByLabel('Everyone can change the topic of messages').isChecked()).toBe(true)
  expect(await mandatory.isChecked()).toBe(true)
})

test('the icon is uploaded, shown and removed; what is no picture is refused', async () => {
  const icon = card('Icon')
  await icon
    .getByLabel('Choose a picture')
    .first()
    .setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('not a picture'),
    })
  await icon.getByRole('alert').waitFor()
  await icon.getByLabel('Choose a picture').first().setInputFiles({
    name: 'icon.png',
    mimeType: 'image/png',
    buffer: onePixel,
  })
  await icon.getByRole('button', { name: 'Remove icon' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await icon.getByRole('button', { name: 'Remove icon' }).waitFor({ state: 'detached' })
  expect((await realm()).realm_icon_source).toBe('G')
})

test('it can be used on a phone, in the dark and in German', async () => {
  await world.chat('ada', 'PATCH /settings', { default_language: 'de' })
  const phone = await world.openChat('ada', '#organization/settings', {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  })
  await phone.getByLabel('Name der Organisation').waitFor()
  await expectAccessible(phone)
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await phone.getByLabel('Bereich').selectOption('Emoji')
  await phone.getByRole('heading', { name: 'Emoji', level: 1 }).waitFor()
  await phone.goBack()
  await phone.getByLabel('Name der Organisation').waitFor()
  await world.chat('ada', 'PATCH /settings', { default_language: 'en' })
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('domains are added, required, and removed', async () => {
  const domains = card('Email domains')
  await domains.getByLabel('Add domain').fill('acme')
  await domains.getByRole('button', { name: 'Add domain' }).click()
  await domains.getByRole('alert').getByText('Invalid domain: acme').waitFor()
  await domains.getByLabel('Add domain').fill('acme.example')
  await domains.getByLabel('Include subdomains').check()
  await domains.getByRole('button', { name: 'Add domain' }).click()
  await domains.getByRole('cell', { name: 'acme.example', exact: true }).waitFor()
  await expectAccessible(page)
  const joining = card('Joining')
  const restricted = joining.getByLabel('New email addresses must be in a domain of the organization')
  await restricted.check()
  await joining.getByRole('button', { name: 'Save' }).click()
  await joining.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  expect(await realm()).toMatchObject({ realm_emails_restricted_to_domains: true })
  await domains.getByRole('button', { name: 'Delete: acme.example' }).click()
  await domains.getByRole('table').waitFor({ state: 'detached' })
  await expect.poll(() => restricted.isChecked()).toBe(false)
})

test('with a meeting server, everyone can add a link to a room of its own to a message', async () => {
  const other = await world.openChat('ben', '#narrow/is/private')
  const button = other.getByRole('button', { name: 'Add a link to a video call' })
  expect(await button.count()).toBe(0)
  const meetings = card('Meetings')
  await meetings.getByLabel('Meeting links').selectOption('Jitsi Meet')
  await meetings.getByRole('button', { name: 'Save' }).click()
  await meetings.getByText('needs jitsi_server_url').waitFor()
  await meetings.getByLabel('Address of the Jitsi server').fill('https://meet.example.com/')
  await meetings.getByRole('button', { name: 'Save' }).click()
  await button.waitFor()
  await button.click()
  await button.click()
  const rooms = /\[Join video call\.\]\(https:\/\/meet\.example\.com\/([0-9a-f]{32})\)/g
  const written = await other.getByRole('textbox', { name: 'Message' }).inputValue()
  expect(new Set([...written.matchAll(rooms)].map(([, room]) => room)).size).toBe(2)
})
