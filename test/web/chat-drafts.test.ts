import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { type Person, startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld()
  page = await world.openChat('ada', '#narrow/stream/test/topic/lunch')
})
afterAll(() => world?.stop())

/** On a busy machine things take longer than a second. */
const eventually = <Value>(get: () => Value) => expect.poll(get)

const box = (one = page) => one.getByRole('form', { name: 'Write a message' })
const text = (one = page) => box(one).getByRole('textbox', { name: 'Message' })

async function openPutAside(item: RegExp, one = page): Promise<void> {
  await one.getByRole('button', { name: 'Drafts, scheduled messages and snippets' }).click()
  await one.getByRole('menuitem', { name: item }).click()
}

interface Draft {
  type: string
  topic: string
  content: string
}
const draftsOf = async (person: Person) =>
  (await world.chat<{ drafts: Draft[] }>(person, 'GET /drafts')).drafts

test('what was typed is kept for its conversation, at once and also after the page was closed', async () => {
  await text().fill('half a thought')
  await page.goto('/#narrow/stream/test/topic/dinner')
  await eventually(() => text().inputValue()).toBe('')
  await text().fill('another one')
  await page.goto('/#narrow/stream/test/topic/lunch')
  await eventually(() => text().inputValue()).toBe('half a thought')
  await page.reload()
  await eventually(() => text().inputValue()).toBe('half a thought')
  await page.goto('/#settings/profile')
  await text().waitFor({ state: 'detached' })
  await page.goto('/#narrow/stream/test/topic/dinner')
  await eventually(() => text().inputValue()).toBe('another one')
})

test('the server has it too, and another browser shows it', async () => {
  await eventually(async () => (await draftsOf('ada')).map(({ content }) => content).sort()).toEqual([
    'another one',
    'half a thought',
  ])
  const other = await world.openChat('ada', '#narrow/stream/test/topic/lunch')
  await eventually(() => text(other).inputValue()).toBe('half a thought')
  await other.close()
})

test('drafts are listed, continued and deleted', async () => {
  await openPutAside(/^Drafts \(2\)/)
  const dialog = page.getByRole('dialog', { name: 'Drafts' })
  const lunch = dialog.getByRole('listitem').filter({ hasText: '#test › lunch' })
  await lunch.getByText('half a thought').waitFor()
  await expectAccessible(page)
  await lunch.getByRole('button', { name: 'Continue' }).click()
  expect(await text().inputValue()).toBe('half a thought')
  await box().getByRole('button', { name: 'To #test › lunch', exact: true }).waitFor()
  await openPutAside(/^Drafts/)
  await dialog
    .getByRole('listitem')
    .filter({ hasText: '#test › dinner' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page
    .getByRole('dialog', { name: 'Delete this draft?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await dialog.getByText('another one').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await eventually(async () => (await draftsOf('ada')).map(({ content }) => content)).toEqual([
    'half a thought',
  ])
})

test('what is sent is no draft any more, anywhere', async () => {
  await text().press('Control+Enter')
  await page.getByText('Sent to #test › lunch.').waitFor()
  await eventually(() => draftsOf('ada')).toEqual([])
  await openPutAside(/^Drafts$/)
  const dialog = page.getByRole('dialog', { name: 'Drafts' })
  await dialog.getByText('No drafts').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('who does not want them on the server has them here only', async () => {
  const ben = await world.openChat('ben', '#narrow/stream/test/topic/quiet')
  await world.chat('ben', 'PATCH /settings', { enable_drafts_synchronization: false })
  const calls: string[] = []
  ben.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await text(ben).fill('mine alone')
  await ben.reload()
  await eventually(() => text(ben).inputValue()).toBe('mine alone')
  await text(ben).press('Control+Enter')
  await ben.getByRole('article').filter({ hasText: 'mine alone' }).waitFor()
  expect(calls.filter((path) => path.includes('/drafts'))).toEqual([])
  await ben.close()
})

interface Scheduled {
  scheduled_message_id: number
  content: string
  topic: string
  scheduled_delivery_timestamp: number
}
const scheduled = async () =>
  (await world.chat<{ scheduled_messages: Scheduled[] }>('ada', 'GET /scheduled_messages')).scheduled_messages

test('a message is sent later', async () => {
  await page.goto('/#narrow/stream/test/topic/later')
  await text().fill('good morning')
  await box().getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /^Tomorrow at/ }).click()
  await page.getByText(/^Will be sent on/).waitFor()
  expect(await text().inputValue()).toBe('')
  const [message] = await scheduled()
  expect(message).toMatchObject({ content: 'good morning', topic: 'later' })
  const at = new Date(message!.scheduled_delivery_timestamp * 1000)
  expect([at.getHours(), at.getMinutes()]).toEqual([9, 0])
})

test('a time in the past is refused where it was entered, and nothing is lost', async () => {
  await text().fill('too late')
  await box().getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /Another time/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Send later' })
  await dialog.getByLabel('Date and time').fill('2020-01-01T09:00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.getByText('Scheduled delivery time must be in the future.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await text().inputValue()).toBe('too late')
  expect(await scheduled()).toHaveLength(1)
  await text().fill('')
})

test('what is scheduled gets another time, is edited, and is deleted', async () => {
  await openPutAside(/^Scheduled messages \(1\)/)
  const dialog = page.getByRole('dialog', { name: 'Scheduled messages' })
  await dialog.getByText('good morning').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change time' }).click()
  const time = page.getByRole('dialog', { name: 'Change time' })
  await time.getByLabel('Date and time').fill('2037-05-01T12:30')
  await time.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('May 1, 2037, 12:30 PM').waitFor()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Back to the compose box' }).click()
  await eventually(() => text().inputValue()).toBe('good morning')
  expect(await scheduled()).toEqual([])
  await text().fill('good evening')
  await box().getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /^In one hour/ }).click()
  await openPutAside(/^Scheduled messages \(1\)/)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await dialog.getByText('Nothing is scheduled').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await scheduled()).toEqual([])
})

test('snippets are saved, inserted and deleted', async () => {
  await text().fill('Thank you for your patience.')
  await openPutAside(/^Saved snippets/)
  const dialog = page.getByRole('dialog', { name: 'Saved snippets' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('title cannot be blank').waitFor()
  await dialog.getByLabel('Save the current text as').fill('Thanks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('heading', { name: 'Thanks' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await text().fill('Hello.')
  await openPutAside(/^Saved snippets/)
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await eventually(() => text().inputValue()).toBe('Hello. Thank you for your patience.')
  await openPutAside(/^Saved snippets/)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this snippet?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await dialog.getByText('No snippets yet').waitFor()
  const { saved_snippets } = await world.chat<{ saved_snippets: unknown[] }>('ada', 'GET /saved_snippets')
  expect(saved_snippets).toEqual([])
})
