import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let ada: Page
let ben: Page
beforeAll(async () => {
  world = await startWebWorld()
  ada = await world.openChat('ada', '#streams')
  ben = await world.openChat('ben', '#streams')
})
afterAll(() => world?.stop())

const eventually = <Value>(get: () => Value) => expect.poll(get)

const streams = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Streams' })
const row = (page: Page, name: string) => streams(page).getByRole('listitem').filter({ hasText: name })
const details = (page: Page, name: string) => page.getByRole('main').getByRole('article', { name })
const members = (page: Page) => page.getByRole('main').getByRole('list', { name: 'People' })
const open = (page: Page, name: string) => row(page, name).getByRole('link').click()

test('people see the streams they have access to, and not the private streams of others', async () => {
  await row(ada, 'leadership').waitFor()
  await row(ben, 'random').waitFor()
  expect(await row(ben, 'leadership').count()).toBe(0)
  expect(await ben.getByText('leadership').count()).toBe(0)
  const { stream_id: id } = await world.chat<{ stream_id: number }>('ada', 'GET /get_stream_id', {
    stream: 'leadership',
  })
  await ben.goto(`/#streams/${id}`)
  await ben.getByText('Stream not found, or you do not have access to it').waitFor()
  await expectAccessible(ada)
  const gus = await world.openChat('gus', '#streams')
  await gus.getByText('No streams here').waitFor()
  expect(await gus.getByRole('button', { name: 'New stream' }).count()).toBe(0)
  await gus.goto('/#streams/new')
  await gus.getByText('You do not have permission to create streams in this organization.').waitFor()
})

test('the list is searched, by words and by being in it', async () => {
  await ben.goto('/#streams')
  await ben.getByRole('searchbox', { name: 'Search streams' }).fill('trying')
  await row(ben, 'test').waitFor()
  await expect.poll(() => streams(ben).getByRole('listitem').count()).toBe(1)
  await ben.getByRole('searchbox', { name: 'Search streams' }).fill('')
  await ada.getByLabel('Show', { exact: true }).selectOption('Not subscribed')
  await row(ada, 'random').waitFor()
  expect(await row(ada, 'test').count()).toBe(0)
  await ada.getByLabel('Show', { exact: true }).selectOption('All')
})

test('a public stream is joined and left, and others see the number of members', async () => {
  await row(ben, 'random').getByText('1 person').waitFor()
  await ada.getByRole('button', { name: 'Subscribe to random' }).click()
  await row(ada, 'random').getByText('Subscribed').waitFor()
  await row(ben, 'random').getByText('2 people').waitFor()
  await open(ada, 'random')
  await ada.getByRole('button', { name: 'Unsubscribe from random' }).click()
  await row(ben, 'random').getByText('1 person').waitFor()
  await details(ada, 'random').getByRole('button', { name: 'Subscribe to random' }).waitFor()
})

test('a private stream is created with people in it; leaving it needs a confirmation, and it disappears', async () => {
  await ben.getByRole('button', { name: 'New stream' }).click()
  await ben.getByLabel('Name').fill('Test')
  await ben.getByText('There is already a stream with the name Test.').waitFor()
  await ben.getByLabel('Name').fill('leadership')
  await ben.getByRole('button', { name: 'Create stream' }).click()
  await ben.getByRole('alert').getByText('Unable to access stream (leadership).').waitFor()
  await ben.getByLabel('Name').fill('secret plans')
  await ben.getByLabel('Description').fill('Of **great** importance')
  await ben.getByLabel('Private, with protected history').check()
  await ben.getByLabel('Search people').fill('cle')
  await ben.getByRole('checkbox', { name: 'Cleo Vance' }).check()
  expect(await ben.getByLabel('Only administrators can write').count()).toBe(0)
  await expectAccessible(ben)
  const cleo = await world.openChat('cleo', '#streams')
  await row(cleo, 'test').waitFor()
  await ben.getByRole('button', { name: 'Create stream' }).click()
  await details(ben, 'secret plans').waitFor()
  await eventually(() => details(ben, 'secret plans').locator('strong').allTextContents()).toEqual(['great'])
  await open(cleo, 'secret plans')
  await members(cleo).getByText('Ben Okri').waitFor()
  expect(await members(cleo).getByRole('button', { name: 'Remove Ben Okri' }).count()).toBe(0)
  await cleo.getByRole('button', { name: 'Unsubscribe from secret plans' }).click()
  await cleo.getByRole('dialog').getByText('You can only come back if a subscriber').waitFor()
  await cleo.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
  await row(cleo, 'secret plans').waitFor({ state: 'detached' })
  await row(ben, 'secret plans').getByText('1 person').waitFor()
  await cleo.close()
})

test('an administrator sees that a private stream exists, and cannot get in', async () => {
  await open(ada, 'secret plans')
  await details(ada, 'secret plans').getByText('You are not subscribed to this private stream.').waitFor()
  expect(await ada.getByRole('button', { name: 'Subscribe to secret plans' }).count()).toBe(0)
  expect(await ada.getByRole('link', { name: 'Go to stream' }).count()).toBe(0)
})

test('settings of a subscription are personal', async () => {
  await open(ben, 'test')
  const own = async () => {
    const { subscriptions } = await world.chat<{ subscriptions: Record<string, unknown>[] }>(
      'ben',
      'GET /users/me/subscriptions',
    )
    return subscriptions.find(({ name }) => name === 'test')
  }
  await ben.getByLabel('Pin to the top').check()
  await ben.getByRole('checkbox', { name: 'Mute', exact: true }).check()
  await ben.getByRole('radio', { name: 'Color 6' }).check()
  await eventually(own).toMatchObject({ pin_to_top: true, is_muted: true, color: '#e4523d' })
  await ben.getByRole('radio', { name: 'Color 6', checked: true }).waitFor()
  await ben.getByText(/^test\.\w+@/).waitFor()
  const link = ben.getByRole('main').getByRole('link', { name: 'Go to stream' })
  expect(await link.getAttribute('href')).toMatch(/^#narrow\/stream\/\d+-test$/)
  await expectAccessible(ben)
})

test('members are added by those who may, and removed by administrators', async () => {
  await ben.getByRole('button', { name: 'Add people' }).click()
  await ben.getByRole('dialog').getByRole('checkbox', { name: 'Cleo Vance' }).check()
  await ben.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await members(ben).getByText('Cleo Vance').waitFor()
  await open(ada, 'test')
  await ada.getByRole('button', { name: 'Remove Cleo Vance' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await members(ben).getByText('Cleo Vance').waitFor({ state: 'detached' })
  await world.chat('ada', 'PATCH /realm', { invite_to_stream_policy: 2 })
  await ben.getByRole('button', { name: 'Add people' }).waitFor({ state: 'detached' })
})

test('an administrator changes a stream, and everybody sees it at once', async () => {
  expect(await ben.getByRole('button', { name: 'Edit stream' }).count()).toBe(0)
  await ada.getByRole('button', { name: 'Edit stream' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByLabel('Name').fill('random')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText("Stream name 'random' is already taken.").waitFor()
  await dialog.getByLabel('Name').fill('laboratory')
  await dialog.getByLabel('Description').fill('For *experiments*')
  await dialog.getByLabel('Only administrators can write').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await details(ben, 'laboratory').getByText('Only administrators can write here.').waitFor()
  await row(ben, 'laboratory').waitFor()
  expect(await details(ben, 'laboratory').locator('em').textContent()).toBe('experiments')
})

test('an archived stream is gone for everybody', async () => {
  await ada.getByRole('button', { name: 'Archive' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await row(ada, 'laboratory').waitFor({ state: 'detached' })
  await ben.getByText('Stream not found, or you do not have access to it').waitFor()
})

test('on a phone there is one thing at a time', async () => {
  const phone = await world.openChat('cleo', '#streams', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await open(phone, 'announcements')
  await details(phone, 'announcements').getByText('Only administrators can write here.').waitFor()
  expect(await streams(phone).isVisible()).toBe(false)
  await expectAccessible(phone)
  await phone.getByRole('link', { name: 'All streams' }).click()
  await row(phone, 'announcements').waitFor()
})

test('a person removed from a private stream sees nothing of it any more, on any page', async () => {
  const name = 'back room'
  const made = { subscriptions: [{ name }], principals: ['ada@example.com', 'ben@example.com'] }
  await world.chat('ada', 'POST /users/me/subscriptions', { ...made, invite_only: true })
  const { stream_id: id } = await world.chat<{ stream_id: number }>('ada', 'GET /get_stream_id', {
    stream: name,
  })
  const place = { type: 'stream', to: name, topic: 'quiet' }
  await world.chat('ada', 'POST /messages', { ...place, content: 'only for us' })
  const everything = await world.openChat('ben', '#narrow')
  const inside = await world.openChat('ben', `#narrow/stream/${id}-back-room`)
  await everything.getByText('only for us').waitFor()
  await inside.getByText('only for us').waitFor()
  const removed = { subscriptions: [name], principals: ['ben@example.com'] }
  await world.chat('ada', 'DELETE /users/me/subscriptions', removed)
  await eventually(() => everything.getByText('only for us').count()).toBe(0)
  await inside.getByText('It does not exist, or you do not have access to it').first().waitFor()
  expect(await inside.getByText('only for us').count()).toBe(0)
  await world.chat('ada', 'POST /users/me/subscriptions', made)
  await inside.getByText('only for us').waitFor()
})
