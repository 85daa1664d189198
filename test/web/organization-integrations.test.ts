import { afterAll, beforeAll, expect, test } from 'vitest'
import push from '../../src/chat/bots/incoming-webhooks/github/fixtures/push.json' with { type: 'json' }
import message from '../../src/chat/bots/incoming-webhooks/json/fixtures/message.json' with { type: 'json' }
import { claimSipServer } from '../harness/web/claim-sip-server.ts'
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

test('a service that does not exist gets a message that says so', async () => {
  const ben = await world.openChat('ben', '#organization/integrations/nothing')
  await ben.getByText('Integration not found').waitFor()
})

const ACME_NUMBER = '+12025550101'
const GLOBEX_NUMBER = '+12025550199'
const GLOBEX_KEY = 'dev-globex-key'

test('a texting number is connected to a stream, and a topic there says who gets the replies', async () => {
  const ada = await world.openChat('ada', '#organization/numbers')
  await ada.getByRole('heading', { name: 'No number is connected' }).waitFor()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Connect a number' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Connect a number' })
  await dialog.getByLabel('Stream').selectOption('test')
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await ada.getByRole('cell', { name: '+1 202 555 0101', exact: true }).waitFor()
  await expectAccessible(ada)
  const { id } = await world.telephony<{ id: string }>(GLOBEX_KEY, 'POST /texting/conversations', {
    from_number: GLOBEX_NUMBER,
    recipients: [{ number: ACME_NUMBER }],
  })
  const publish = `POST /texting/conversations/${id}/messages/publish`
  await world.telephony(GLOBEX_KEY, publish, { text: 'Is my order ready?' })
  const streamId = await world.streamId('test')
  const topic = encodeURIComponent(GLOBEX_NUMBER).replaceAll('%', '.')
  const ben = await world.openChat('ben', `#narrow/stream/${streamId}-test/topic/${topic}`)
  await ben.getByText('Is my order ready?').first().waitFor()
  await ben.getByText('Replies go to +1 202 555 0199 as a text from +1 202 555 0101.').waitFor()
  await expectAccessible(ben)
  await ben.getByRole('textbox', { name: 'Message' }).fill('It is.')
  await ben.getByRole('textbox', { name: 'Message' }).press('Control+Enter')
  await ben.getByRole('button', { name: /check/ }).waitFor()
  await ada.getByRole('button', { name: 'Disconnect +1 202 555 0101' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await ben.getByText('Replies go to').waitFor({ state: 'detached' })
  await ada.getByRole('heading', { name: 'No number is connected' }).waitFor()
})

test('a profile has the numbers of the person, with ways to call and to text', async () => {
  await world.chat('ben', 'POST /messages', { type: 'stream', to: 'test', topic: 'hello', content: 'Hi!' })
  const ada = await world.openChat('ada', `#narrow/stream/${await world.streamId('test')}-test/topic/hello`)
  await ada.getByRole('button', { name: 'Ben Okri', exact: true }).click()
  const card = ada.getByRole('dialog', { name: 'Ben Okri' })
  await card.getByText('1002').waitFor()
  // No SIP server is connected, and the button says so.
  expect(await card.getByRole('button', { name: 'Call' }).isDisabled()).toBe(true)
  await card.getByText('No SIP server is connected to this server').waitFor()
  await expectAccessible(ada)
  await claimSipServer(ada)
  await ada.route('**/softphones', (route) => route.fulfill({ json: [] }))
  await ada.reload()
  await ada.getByRole('button', { name: 'Ben Okri', exact: true }).click()
  await card.getByText('You have no extension, so you cannot call from here.').waitFor()
  expect(await card.getByRole('button', { name: 'Call' }).isDisabled()).toBe(true)
  await card.getByRole('link', { name: 'Text' }).click()
  const dialog = ada.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByRole('listitem').getByText('+1 202 555 0102').waitFor()
})
