import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY, GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebProcess, type WebProcess } from '../harness/web/start-web-process.ts'

let world: WebProcess
let ada: Page
let conversation: string
beforeAll(async () => {
  world = await startWebProcess()
  ada = await world.openPortal(ACME_KEY, 'events', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await untilItListens(ada)
  conversation = await converse('+13035550147')
})
afterAll(() => world?.stop())

/** It shows what comes while it is open; the connection may be there before the page is. */
async function untilItListens(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).first().waitFor()
  const nothingYet = page.getByRole('heading', { name: 'Waiting for events' })
  await nothingYet
    .or(page.getByRole('list', { name: 'Events', exact: true }))
    .first()
    .waitFor()
}
const events = (page: Page) => page.getByRole('list', { name: 'Events', exact: true }).getByRole('listitem')
const converse = async (number: string) => {
  const { id } = await world.telephony<{ id: string }>(ACME_KEY, 'POST /texting/v2/conversations', {
    from_number: '+12025550101',
    recipients: [{ number }],
  })
  return id
}
const text = (words: string) =>
  world.telephony(ACME_KEY, `POST /texting/v2/conversations/${conversation}/messages/publish`, {
    text: words,
  })

test('every event of the company is shown as it happens, with what it carries', async () => {
  await events(ada).filter({ hasText: 'texting.chat.new' }).waitFor()
  await text('For the inspector')
  const event = events(ada).filter({ hasText: 'texting.message.new' })
  await event.getByText(/^Event \d+$/).waitFor()
  await event.getByText('texting.message.new').click()
  await event.getByText('"text": "For the inspector"').waitFor()
  await expectAccessible(ada)
  await event.getByRole('button', { name: 'Copy texting.message.new' }).click()
  await ada.getByText('texting.message.new copied').waitFor()
  const copied = JSON.parse((await ada.evaluate('navigator.clipboard.readText()')) as string)
  expect(copied).toMatchObject({ name: 'texting.message.new', payload: { text: 'For the inspector' } })
  expect(copied.event_id).toBeGreaterThan(0)
})

test('the list is filtered, paused, continued and cleared', async () => {
  await events(ada).first().waitFor()
  await ada.getByRole('button', { name: 'Clear' }).click()
  await converse('+13035550148')
  await text('Before it is paused')
  await events(ada).filter({ hasText: 'texting.message.new' }).waitFor()
  await ada.getByLabel('Filter by name').fill('CHAT')
  await events(ada).filter({ hasText: 'texting.message' }).first().waitFor({ state: 'detached' })
  await expect.poll(() => events(ada).filter({ hasText: 'texting.chat.new' }).count()).toBe(1)
  await ada.getByLabel('Filter by name').fill('nothing.such')
  await ada.getByRole('heading', { name: 'No matching events' }).waitFor()
  await ada.getByLabel('Filter by name').fill('message.new')
  await expect.poll(() => events(ada).count()).toBe(1)
  await ada.getByRole('button', { name: 'Pause' }).click()
  await text('While it is paused')
  await ada.getByText(/new events? since you paused/).waitFor()
  expect(await events(ada).count()).toBe(1)
  await ada.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => events(ada).count()).toBe(2)
  await ada.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => events(ada).count()).toBe(0)
})

test('another company, and users of other numbers, see nothing of it', async () => {
  const users = await world.telephony<{ id: string; first_name: string }[]>(
    ACME_KEY,
    'GET /system/company/contacts',
  )
  const userId = users.find(({ first_name: name }) => name === 'Ben')!.id
  const others = [
    await world.openPortal(ACME_KEY, 'events', { userId, colorScheme: 'dark' }),
    await world.openPortal(GLOBEX_KEY, 'events', { viewport: { width: 390, height: 844 } }),
  ]
  for (const page of others) await untilItListens(page)
  await text('Not for everybody')
  // What comes afterwards, and is for them, shows that nothing came before.
  await world.telephony(ACME_KEY, 'PATCH /status/v2/current-user', { main_status: { status: 'away' } })
  await world.telephony(GLOBEX_KEY, 'PATCH /status/v2/current-user', { main_status: { status: 'away' } })
  for (const page of others) {
    await events(page).filter({ hasText: 'user_status_updated' }).first().waitFor()
    expect(await events(page).filter({ hasText: 'texting' }).count()).toBe(0)
    await expectAccessible(page)
  }
})

test('what happens during an interruption is shown after it, once', async () => {
  await ada.getByLabel('Filter by name').fill('user_status_updated')
  await ada.getByRole('button', { name: 'Clear' }).click()
  await world.restart('stop')
  await world.telephony(ACME_KEY, 'PATCH /status/v2/current-user', { main_status: { status: 'available' } })
  await events(ada).first().waitFor()
  await expect.poll(() => events(ada).count()).toBe(1)
})

test('the sample has the address of this server, and can be copied', async () => {
  await ada.getByRole('button', { name: 'Copy', exact: true }).last().click()
  await ada.getByRole('button', { name: 'Copied' }).waitFor()
  const sample = (await ada.evaluate('navigator.clipboard.readText()')) as string
  expect(sample).toContain(`io('${world.url}', { path: '/ws/' })`)
  expect(sample).not.toContain(ACME_KEY)
})
