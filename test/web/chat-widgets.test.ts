import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let stream: number
beforeAll(async () => {
  world = await startWebWorld()
  stream = await world.streamId('test')
})
afterAll(() => world?.stop())

const post = (topic: string, content: string) =>
  world.chat<{ id: number }>('ben', 'POST /messages', { type: 'stream', to: 'test', topic, content })
const at = (topic: string) => `#narrow/stream/${stream}-test/topic/${topic}`
const vote = (page: Page, option: string) => page.getByRole('button', { name: `Vote for ${option}` })

test('a poll takes votes and options, and everybody sees them at once', async () => {
  const { id } = await post('poll', '/poll What shall we eat?\nPizza\nPasta')
  const [ada, ben] = [await world.openChat('ada', at('poll')), await world.openChat('ben', at('poll'))]
  const poll = ada.getByRole('region', { name: 'Poll: What shall we eat?' })
  await poll.waitFor()
  await vote(ada, 'Pizza').click()
  await vote(ben, 'Pizza (1)').waitFor()
  await ben.getByRole('region', { name: /^Poll/ }).getByText('Ada Lovelace').waitFor()
  await vote(ben, 'Pizza').click()
  await vote(ada, 'Pizza (2)').waitFor()
  expect(await vote(ada, 'Pizza').getAttribute('aria-pressed')).toBe('true')
  await vote(ada, 'Pizza').click()
  await vote(ben, 'Pizza (1)').waitFor()

  await poll.getByLabel('New option').fill('Salad <b>')
  await poll.getByLabel('New option').press('Enter')
  await vote(ben, 'Salad <b> (0)').click()
  await vote(ada, 'Salad <b> (1)').waitFor()
  await expectAccessible(ada)

  // What another program wrote wrongly breaks nothing.
  await world.chat('ben', 'POST /submessage', { message_id: id, msg_type: 'widget', content: '[null, 7]' })
  await world.chat('ada', 'POST /submessage', {
    message_id: id,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'vote', key: 'canned,1', vote: 1 }),
  })
  await vote(ben, 'Pasta (1)').waitFor()
})

test('the inbox shows the question of a poll and the title of a to-do list, not their commands', async () => {
  await post('outing', '/poll Where to?\nThe lake')
  await post('packing', '/todo To pack')
  const page = await world.openChat('ada', '')
  const rows = page.getByRole('main').getByRole('link')
  await rows.filter({ hasText: 'Ben Okri: Poll: Where to?' }).waitFor()
  await rows.filter({ hasText: 'Ben Okri: To pack' }).waitFor()
  await world.chat('ada', 'POST /mark_all_as_read')
})

test('the command for a poll opens a form, which asks for the question and the options and sends it', async () => {
  const page = await world.openChat('ada', at('asked'))
  const text = page.getByRole('form', { name: 'Write a message' }).getByRole('textbox', { name: 'Message' })
  await text.pressSequentially('/po')
  await page.getByRole('option', { name: /poll/ }).waitFor()
  await text.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create a poll' })
  const send = dialog.getByRole('button', { name: 'Send poll' })
  await dialog.getByLabel('Question').pressSequentially('Where?')
  await dialog.getByLabel('Option 1').fill('Here')
  await dialog.getByRole('button', { name: 'Add an option' }).click()
  await dialog.getByLabel('Option 3').fill(' There ')
  await expectAccessible(page)
  await send.click()
  await page.getByRole('region', { name: 'Poll: Where?' }).waitFor()
  expect(await vote(page, '').allTextContents()).toHaveLength(2)
  await vote(page, 'There (0)').waitFor()
  expect(await text.inputValue()).toBe('')
  // Closing it leaves nothing behind.
  await text.pressSequentially('/poll')
  await text.press('Enter')
  await dialog.getByLabel('Question').waitFor()
  expect(await send.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await text.inputValue()).toBe('')
})

test('a vote that the server refuses is not counted, and says why', async () => {
  await post('late', '/poll Still open?\nYes')
  const page = await world.openChat('ada', at('late'))
  await vote(page, 'Yes').waitFor()
  await page.route('**/api/v1/submessage', (route) =>
    route.fulfill({
      status: 400,
      json: { result: 'error', msg: 'Too many submessages', code: 'BAD_REQUEST' },
    }),
  )
  await vote(page, 'Yes').click()
  await page.getByText('Too many submessages').waitFor()
  await vote(page, 'Yes (0)').waitFor()
})

test('a list of tasks is ticked off together', async () => {
  await post('todo', '/todo Release\nTag it: with a name\nPublish')
  const [ada, ben] = [await world.openChat('ada', at('todo')), await world.openChat('ben', at('todo'))]
  await ada.getByRole('checkbox', { name: 'Tag it' }).click()
  await ben.getByRole('checkbox', { name: 'Tag it', checked: true }).waitFor()
  await ada.getByText('with a name').waitFor()
  await ben.getByLabel('New task').fill('Tell everybody')
  await ben.getByRole('button', { name: 'Add', exact: true }).click()
  await ada.getByRole('checkbox', { name: 'Tell everybody' }).waitFor()
})
