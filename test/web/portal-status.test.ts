import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delayFirst } from '../harness/web/delay-first.ts'
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
  const page = await world.openPortal(ACME, 'users', options)
  await page.getByText('Live', { exact: true }).waitFor()
  await rowOf(page, 'Ada Lovelace').waitFor()
  return page
}

test('what one chooses is stored, and another window shows it at once', async () => {
  const ada = await openLive()
  const ben = await openLive({ userId: benId, colorScheme: 'dark' })
  await rowOf(ben, 'Ada Lovelace').getByText('Available').waitFor()
  await ada.getByRole('radio', { name: 'Away', exact: true }).check()
  await rowOf(ben, 'Ada Lovelace').getByText('Away', { exact: true }).waitFor()
  await ada.getByRole('radio', { name: 'Lunch' }).check()
  await rowOf(ben, 'Ada Lovelace').getByText('Lunch').waitFor()
  await rowOf(ada, 'Ada Lovelace').getByText('Lunch').waitFor()
  expect(await own()).toMatchObject({
    main_status: { status: 'away' },
    additional_status: { status: 'lunch', action_type: 'manual' },
  })
  await expectAccessible(ben)
  await expectAccessible(ada)
  // The other way round, and only Ben's own status changes.
  await ben.getByRole('radio', { name: 'In a meeting' }).check()
  await rowOf(ada, 'Ben Okri').getByText('In a meeting').waitFor()
  expect(await ada.getByRole('radio', { name: 'Lunch' }).isChecked()).toBe(true)
  await ada.getByRole('radio', { name: 'None' }).check()
  await ada.getByRole('radio', { name: 'Available' }).check()
  await rowOf(ben, 'Ada Lovelace').getByText('Available').waitFor()
})

test('of two quick choices the second counts, even if the first takes longer', async () => {
  const ada = await openLive()
  const requests = await delayFirst(ada, '**/status/v2/current-user')
  await ada.getByRole('radio', { name: 'Away', exact: true }).check()
  await ada.getByRole('radio', { name: 'Available' }).check()
  await expect.poll(requests.answered).toBe(2)
  expect((await own()).main_status.status).toBe('available')
  expect(await ada.getByRole('radio', { name: 'Available' }).isChecked()).toBe(true)
})

test('a choice that fails is taken back, and the error is shown', async () => {
  const ada = await openLive()
  await ada.route('**/status/v2/current-user', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await ada.getByRole('radio', { name: 'Away', exact: true }).click()
  await ada.getByRole('alert').waitFor()
  await expect.poll(() => ada.getByRole('radio', { name: 'Available' }).isChecked()).toBe(true)
})

test('who does not want to be disturbed is not, whatever else is chosen', async () => {
  const ada = await openLive()
  await ada.getByRole('radio', { name: 'Do not disturb' }).check()
  await ada.getByRole('radio', { name: 'Holiday' }).check()
  await ada.getByText('Others only see that you do not want to be disturbed.').waitFor()
  await rowOf(ada, 'Ada Lovelace').getByText('Do not disturb').waitFor()
  await ada.getByRole('radio', { name: 'Available' }).check()
  await rowOf(ada, 'Ada Lovelace').getByText('Holiday').waitFor()
  await ada.getByRole('radio', { name: 'None' }).check()
  await rowOf(ada, 'Ada Lovelace').getByText('Available').waitFor()
})

test('what a program sets comes by itself, is named as such, and can be ended', async () => {
  const ada = await openLive({ viewport: { width: 390, height: 844 } })
  await set({ additional_status: { status: 'on_a_call', action_type: 'automatic' } })
  await ada.getByText('Set by a phone or a program: On a call.').waitFor()
  await rowOf(ada, 'Ada Lovelace').getByText('set automatically').waitFor()
  expect(await ada.getByRole('radio', { name: 'On a call' }).isChecked()).toBe(false)
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Clear status' }).click()
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
