import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebProcess, type WebProcess } from '../harness/web/start-web-process.ts'

const ACME = 'dev-acme-key'

interface Layers {
  main_status: { status: string }
  additional_status: { status: string; action_type: string }
}

let world: WebProcess
let benId: string
beforeAll(async () => {
  world = await startWebProcess()
  const [ben] = await world.telephony<[{ id: string }]>(ACME, 'GET /system/company/contacts?first_name=Ben')
  benId = ben.id
})
afterAll(() => world?.stop())

const own = () => world.telephony<Layers>(ACME, 'GET /status/v2/current-user')
const set = (body: unknown) => world.telephony<Layers>(ACME, 'PATCH /status/v2/current-user', body)
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function openLive(options: Parameters<WebProcess['openPortal']>[2] = {}): Promise<Page> {
  // Whom nobody sees in the chat is offline, whatever their status.
  for (const name of ['ada', 'ben'] as const)
    await world.chat(name, 'POST /users/me/presence', { status: 'active', new_user_input: true })
  const page = await world.openPortal(ACME, 'users', options)
  await page.getByText('Live', { exact: true }).waitFor()
  await rowOf(page, 'Ada Lovelace').waitFor()
  return page
}

/** Opens the popover of the own status. */
async function openStatus(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: /status/ }).click()
  const popover = page.getByRole('dialog', { name: 'Your status' })
  await popover.getByRole('radio', { name: 'Available' }).waitFor()
  return popover
}

async function choose(page: Page, name: string, suggestion?: string): Promise<void> {
  const popover = await openStatus(page)
  await popover.getByRole('radio', { name, exact: true }).check()
  if (suggestion) await popover.getByRole('button', { name: suggestion }).click()
  await popover.getByRole('button', { name: 'Save status' }).click()
  await popover.waitFor({ state: 'detached' })
}

test('what one chooses is stored, and another window shows it at once', async () => {
  const ada = await openLive()
  const ben = await openLive({ userId: benId, colorScheme: 'dark' })
  await rowOf(ben, 'Ada Lovelace').getByText('Available').waitFor()
  await choose(ada, 'Away')
  await rowOf(ben, 'Ada Lovelace').getByText('Away', { exact: true }).waitFor()
  await choose(ada, 'Away', 'At lunch')
  await rowOf(ben, 'Ada Lovelace').getByText('At lunch').waitFor()
  await rowOf(ada, 'Ada Lovelace').getByText('At lunch').waitFor()
  expect(await own()).toMatchObject({
    main_status: { status: 'away' },
    additional_status: { status: 'lunch', action_type: 'manual' },
    clear_at: expect.any(String),
  })
  await openStatus(ben)
  await expectAccessible(ben)
  await ben.keyboard.press('Escape')
  // The other way round, and only Ben's own status changes.
  await choose(ben, 'Available', 'Commuting')
  await rowOf(ada, 'Ben Okri').getByText('Commuting').waitFor()
  const popover = await openStatus(ada)
  expect(await popover.getByLabel('Status text').inputValue()).toBe('At lunch')
  await popover.getByRole('button', { name: 'Clear status' }).click()
  await rowOf(ben, 'Ada Lovelace').getByText('Available').waitFor()
})

test('a choice that fails stays open, and the error is shown', async () => {
  const ada = await openLive()
  await ada.route('**/status/v2/current-user', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  const popover = await openStatus(ada)
  await popover.getByRole('radio', { name: 'Away' }).check()
  await popover.getByRole('button', { name: 'Save status' }).click()
  await popover.getByRole('alert').waitFor()
  expect((await own()).main_status.status).toBe('available')
})

test('who does not want to be disturbed is not, whatever else is chosen', async () => {
  const ada = await openLive()
  await choose(ada, 'Do not disturb', 'On vacation')
  await rowOf(ada, 'Ada Lovelace').getByText('Do not disturb').waitFor()
  await choose(ada, 'Available')
  await rowOf(ada, 'Ada Lovelace').getByText('On vacation').waitFor()
  await set({ additional_status: { action: 'unset' } })
  await rowOf(ada, 'Ada Lovelace').getByText('Available').waitFor()
})

test('what a program sets comes by itself, is named as such, and can be ended', async () => {
  const ada = await openLive({ viewport: { width: 390, height: 844 } })
  await set({ additional_status: { status: 'on_a_call', action_type: 'automatic' } })
  await rowOf(ada, 'Ada Lovelace').getByText('set automatically').waitFor()
  const popover = await openStatus(ada)
  await popover.getByText('Set by a phone or a program: On a call.').waitFor()
  await expectAccessible(ada)
  await popover.getByRole('button', { name: 'End it' }).click()
  await rowOf(ada, 'Ada Lovelace').getByText('Available').waitFor()
  expect((await own()).additional_status.status).toBe('')
})

test('after an interruption of the server it goes on', async () => {
  const ada = await openLive()
  await world.restart('stop', () => ada.getByText('Switchboard cannot be reached').waitFor())
  await ada.getByText('Live', { exact: true }).waitFor()
  await set({ main_status: { status: 'away' } })
  await rowOf(ada, 'Ada Lovelace').getByText('Away', { exact: true }).waitFor()
  await set({ main_status: { status: 'available' } })
})

test('another company sees its own people only', async () => {
  const page = await world.openPortal('dev-globex-key', 'users')
  await rowOf(page, 'Hank Scorpio').waitFor()
  expect(await page.getByText('Ada Lovelace').count()).toBe(0)
})
