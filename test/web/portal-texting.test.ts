import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY, GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { tinyPng } from '../harness/documents.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const HANKS = '+12025550199'
const ADAS = '+12025550101'

let world: WebWorld
let ada: Page
let hank: Page
beforeAll(async () => {
  world = await startWebWorld()
  ada = await world.openPortal(ACME_KEY, 'texting')
  hank = await world.openPortal(GLOBEX_KEY, 'texting')
})
afterAll(() => world?.stop())

const messages = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' })

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

test('two companies text each other, each in a window of its own', async () => {
  await ada.getByRole('heading', { name: 'No conversations yet' }).waitFor()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'New conversation' }).click()
  const dialog = ada.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByLabel('Recipients').fill('202 555 0199')
  await dialog.getByRole('button', { name: 'Start conversation' }).click()
  await ada.getByRole('heading', { name: '+1 202 555 0199' }).waitFor()
  expect(new URL(ada.url()).pathname).toMatch(/^\/portal\/texting\/[0-9a-f]{24}$/)

  await write(ada, 'Is the reactor ready?')
  await messages(ada).getByText('Is the reactor ready?').waitFor()
  await messages(ada).getByText('Delivered').waitFor()
  await messages(ada).getByText('Ada Lovelace').waitFor()
  expect(await ada.getByLabel('Message', { exact: true }).inputValue()).toBe('')

  // It appears at the other company by itself, unread.
  const row = conversations(hank).getByRole('link', { name: /Is the reactor ready\?/ })
  await row.getByText('1 unread message').waitFor()
  await hank.getByRole('heading', { name: 'Texting 1 unread conversation' }).waitFor()
  await expect.poll(() => hank.title()).toBe('(1) Texting – Globex')
  await row.click()
  await messages(hank).getByText('Is the reactor ready?').waitFor()
  await expect.poll(() => hank.title()).toBe('Texting – Globex')
  expect(await row.getByText('unread message').count()).toBe(0)

  await write(hank, 'Almost.\nTomorrow then.')
  await messages(ada).getByText('Almost. Tomorrow then.').waitFor()
  await ada.getByRole('button', { name: 'Call +1 202 555 0199' }).click()
  await ada.getByText('No SIP server is connected to this server').waitFor()
  await expectAccessible(ada)
})

test('what one window reads, pins or deletes, another one of the same user shows', async () => {
  const first = await world.openPortal(GLOBEX_KEY, 'texting')
  await conversations(first).getByRole('link').first().waitFor()
  await hank.getByRole('link', { name: 'Contacts' }).click()
  await write(ada, 'Read this somewhere')
  const row = conversations(first).getByRole('link', { name: /Read this somewhere/ })
  await row.getByText('1 unread message').waitFor()
  await hank.getByRole('link', { name: 'Conversations' }).click()
  await conversations(hank).getByRole('link').first().click()
  await row.getByText('1 unread message').waitFor({ state: 'detached' })

  const bubble = messages(hank).getByRole('listitem').filter({ hasText: 'Read this somewhere' })
  await bubble.hover()
  await bubble.getByRole('button', { name: 'Actions for this message' }).click()
  await hank.getByRole('menuitem', { name: 'Delete message' }).click()
  await hank.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click()
  await bubble.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  await conversations(first).getByText('Almost.').waitFor()

  await hank.getByRole('button', { name: 'Pin to the top' }).click()
  await conversations(hank).getByText('Pinned').waitFor({ state: 'attached' })
  await first.reload()
  await conversations(first).getByText('Pinned').waitFor({ state: 'attached' })

  await hank.getByRole('button', { name: 'More actions' }).click()
  await hank.getByRole('menuitem', { name: 'Delete conversation' }).click()
  await hank.getByRole('dialog').getByRole('button', { name: 'Delete conversation' }).click()
  await first.getByRole('heading', { name: 'No conversations yet' }).waitFor()
  await hank.waitForURL((url) => url.pathname === '/portal/texting')
  // The other company keeps its own.
  expect(await messages(ada).getByText('Read this somewhere').count()).toBe(1)
})

test('pictures go with a text; how many segments it takes is said', async () => {
  const [chooser] = await Promise.all([
    ada.waitForEvent('filechooser'),
    ada.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: tinyPng }])
  await ada.getByRole('button', { name: 'Remove dot.png' }).waitFor()
  await ada.getByLabel('Message', { exact: true }).fill('ö'.repeat(161))
  await ada.getByText('161 characters · 2 segments').waitFor()
  await ada.getByLabel('Message', { exact: true }).fill('Смотри')
  await ada.getByText('6 characters · 1 segment').waitFor()
  await ada.getByRole('button', { name: 'Send' }).click()
  await messages(ada).getByRole('img', { name: 'dot.png' }).waitFor()
  const [download] = await Promise.all([
    ada.waitForEvent('download'),
    messages(ada).getByRole('button', { name: 'Download dot.png' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('dot.png')
  expect(await ada.getByRole('list', { name: 'Attached files' }).count()).toBe(0)
})

test('a text whose answer got lost is sent once, however often somebody tries', async () => {
  let lost = 0
  await ada.route('**/messages/publish', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort()
  })
  await write(ada, 'Only once')
  await ada.getByRole('alert').getByText('Switchboard cannot be reached.').waitFor()
  expect(await ada.getByLabel('Message', { exact: true }).inputValue()).toBe('Only once')
  await ada.getByRole('button', { name: 'Try again' }).click()
  await ada.getByRole('alert').waitFor({ state: 'detached' })
  await messages(ada).getByText('Only once').waitFor()
  const id = new URL(ada.url()).pathname.split('/').at(-1)
  const all = await world.telephony<{ text: string }[]>(
    ACME_KEY,
    `GET /texting/v2/conversations/${id}/messages`,
  )
  expect(all.filter(({ text }) => text === 'Only once')).toHaveLength(1)
})

test('older messages come when one scrolls up', async () => {
  const id = await conversationFrom(ADAS, '+13035550142')
  for (let number = 1; number <= 45; number += 1)
    await world.telephony(ACME_KEY, `POST /texting/v2/conversations/${id}/messages/publish`, {
      text: `Text number ${number}`,
    })
  await ada.goto(`/portal/texting/${id}`)
  await messages(ada).getByText('Text number 45', { exact: true }).waitFor()
  expect(await messages(ada).getByText('Text number 3', { exact: true }).count()).toBe(0)
  await messages(ada).hover()
  await ada.mouse.wheel(0, -100_000)
  await messages(ada).getByText('Text number 3', { exact: true }).waitFor()
  await ada.getByRole('button', { name: 'Older messages' }).waitFor({ state: 'detached' })
})

test('a user sees the conversations of their own numbers only', async () => {
  const { id: benId } = (
    await world.telephony<{ id: string; first_name: string }[]>(ACME_KEY, 'GET /system/company/contacts')
  ).find(({ first_name: name }) => name === 'Ben')!
  const bens = await conversationFrom('+12025550102', HANKS)
  const adas = await conversationFrom(ADAS, HANKS)
  await world.telephony(ACME_KEY, `POST /texting/v2/conversations/${bens}/messages/publish`, {
    text: 'From Ben’s number',
  })
  const ben = await world.openPortal(ACME_KEY, 'texting', { userId: benId, colorScheme: 'dark' })
  await conversations(ben).getByText('From Ben’s number').waitFor()
  await expect.poll(() => conversations(ben).getByRole('link').count()).toBe(1)
  await ben.getByRole('button', { name: 'New conversation' }).click()
  const choices = ben.getByLabel('From', { exact: true }).getByRole('option')
  await choices.first().waitFor({ state: 'attached' })
  expect(await choices.allTextContents()).toEqual(['+1 202 555 0102'])
  await ben.getByRole('button', { name: 'Cancel' }).click()
  await expectAccessible(ben)
  await ben.goto(`/portal/texting/${adas}`)
  await ben.getByRole('heading', { name: 'Conversation not found' }).waitFor()
})

test('on a phone the list and the conversation are two pages', async () => {
  const id = await conversationFrom(ADAS, HANKS)
  const phone = await world.openPortal(ACME_KEY, 'texting', { viewport: { width: 390, height: 844 } })
  await conversations(phone).getByRole('link').last().waitFor()
  await expectAccessible(phone)
  await conversations(phone).locator(`a[href$="${id}"]`).click()
  await phone.getByLabel('Message', { exact: true }).waitFor()
  expect(await conversations(phone).isVisible()).toBe(false)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'All conversations' }).click()
  await conversations(phone).getByRole('link').first().waitFor()
})

async function conversationFrom(from: string, to: string): Promise<string> {
  const { id } = await world.telephony<{ id: string }>(ACME_KEY, 'POST /texting/v2/conversations', {
    from_number: from,
    recipients: [{ number: to }],
  })
  return id
}
