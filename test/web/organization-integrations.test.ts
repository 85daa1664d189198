import { afterAll, beforeAll, expect, test } from 'vitest'
import push from '../../src/chat/bots/incoming-webhooks/github/fixtures/push.json' with { type: 'json' }
import message from '../../src/chat/bots/incoming-webhooks/json/fixtures/message.json' with { type: 'json' }
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

interface FetchedMessage {
  subject: string
  content: string
  sender_full_name: string
  type: string
}

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const newest = async () => {
  const { messages } = await world.chat<{ messages: FetchedMessage[] }>('ben', 'GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [],
  })
  return messages[0]
}

test('a service is found, a bot made, and the address really takes what the service sends', async () => {
  const ben = await world.openChat('ben', '#organization/integrations')
  await ben.getByLabel('Search services').fill('pull requests')
  await expectAccessible(ben)
  await ben.getByRole('link', { name: /GitHub/ }).click()
  await ben.getByRole('heading', { name: 'Set up GitHub' }).waitFor()
  await ben.getByText('Choose or create a bot first.').waitFor()
  await ben.getByLabel('Name of the bot').fill('Echo Bot')
  await ben.getByRole('button', { name: 'Create the bot' }).click()
  await ben.getByRole('alert').getByText('Name is already in use!').waitFor()
  await ben.getByLabel('Name of the bot').fill('GitHub news')
  await ben.getByRole('button', { name: 'Create the bot' }).click()
  await ben.getByLabel('Stream', { exact: true }).selectOption('test')
  await ben.getByLabel('Topic', { exact: true }).fill('code & more')
  const address = ben.locator('code').filter({ hasText: 'code%20%26%20more' })
  await address.waitFor()
  await expectAccessible(ben)
  const response = await fetch(await address.innerText(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...push.headers },
    body: JSON.stringify(push.body),
  })
  expect(await response.json()).toMatchObject({ result: 'success' })
  expect(await newest()).toMatchObject({ subject: 'code & more', sender_full_name: 'GitHub news' })
  const guide = ben.getByRole('link', { name: 'Steps in GitHub' })
  expect(await guide.getAttribute('href')).toBe('/docs/webhooks/github')
  // Nobody but its owner is offered the bot.
  const ada = await world.openChat('ada', '#organization/integrations/github')
  await ada.getByRole('heading', { name: 'Set up GitHub' }).waitFor()
  expect(await ada.getByLabel('Bot', { exact: true }).innerText()).not.toContain('GitHub news')
})

test('without a stream its owner gets the message, and a test can be sent from here', async () => {
  const ben = await world.openChat('ben', '#organization/integrations/json')
  await ben.getByLabel('Bot', { exact: true }).selectOption('GitHub news')
  const address = ben.locator('code').filter({ hasText: '/api/v1/external/json' })
  await address.waitFor()
  const response = await fetch(await address.innerText(), {
    method: 'POST',
    body: JSON.stringify(message.body),
  })
  expect(response.status).toBe(200)
  expect(await newest()).toMatchObject({ type: 'private', sender_full_name: 'GitHub news' })
  expect((await newest())?.content).toContain('<strong>db-1</strong>')
  await ben.getByLabel('Stream', { exact: true }).selectOption('test')
  await ben.getByRole('button', { name: 'Send a test message' }).click()
  await ben.getByText('It works. The test message was sent').waitFor()
  expect(await newest()).toMatchObject({ type: 'stream', subject: 'Test' })
})

test('a refused test says why', async () => {
  const ben = await world.openChat('ben', '#organization/integrations/json')
  await ben.getByLabel('Bot', { exact: true }).selectOption('GitHub news')
  // Only administrators and their bots write there.
  await ben.getByLabel('Stream', { exact: true }).selectOption('announcements')
  await ben.getByRole('button', { name: 'Send a test message' }).click()
  await ben.getByRole('alert').waitFor()
  expect(await ben.getByText('It works. The test message was sent').count()).toBe(0)
})

test('a service that does not exist is told so', async () => {
  const ben = await world.openChat('ben', '#organization/integrations/nothing')
  await ben.getByText('Integration not found').waitFor()
})
