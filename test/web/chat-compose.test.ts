import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

/** On a busy machine things take longer than a second. */
const eventually = <Value>(get: () => Value) => expect.poll(get)

interface Sent {
  content: string
  subject: string
  sender_full_name: string
  display_recipient: string | { full_name: string }[]
}

const boxOf = (page: Page) => page.getByRole('form', { name: 'Write a message' })
const textOf = (page: Page) => boxOf(page).getByRole('textbox', { name: 'Message' })
async function enterSends(person: 'ben' | 'cleo'): Promise<boolean> {
  const fields = { fetch_event_types: ['user_settings'] }
  const { user_settings: settings } = await world.chat<{ user_settings: { enter_sends: boolean } }>(
    person,
    'POST /register',
    fields,
  )
  return settings.enter_sends
}
/** Where the message goes; a click shows the fields to change it. */
const chipOf = (page: Page) => boxOf(page).getByRole('button', { name: /^To / })
const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** What the server has, the newest last. */
async function sent(topic: string): Promise<Sent[]> {
  const { messages } = await world.chat<{ messages: Sent[] }>('ada', 'GET /messages', {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'topic', operand: topic }],
  })
  return messages
}

test('in a topic it goes to that topic, and the box is empty at once', async () => {
  const page = await world.openChat('ada', '#narrow/stream/test/topic/lunch')
  await textOf(page).click()
  // One line, until there is more to show.
  const oneLine = (await boxOf(page).boundingBox())!.height
  expect(oneLine).toBeLessThan(48)
  await textOf(page).fill('Soup or salad?')
  expect((await boxOf(page).boundingBox())!.height).toBe(oneLine)
  await boxOf(page).getByRole('button', { name: 'To #test › lunch', exact: true }).waitFor()
  await expectAccessible(page)
  await textOf(page).press('Shift+Enter')
  await textOf(page).pressSequentially('Or both?')
  expect((await boxOf(page).boundingBox())!.height).toBeGreaterThan(oneLine + 20)
  await textOf(page).press('Enter')
  expect(await textOf(page).inputValue()).toBe('')
  await article(page, 'Or both?').waitFor()
  await expect
    .poll(async () => (await sent('lunch')).map(({ content }) => content))
    .toEqual(['Soup or salad?\nOr both?'])
  await page.close()
})

test('Enter sends, Shift+Enter starts a line, and a hint says so, unless one wants that otherwise', async () => {
  const page = await world.openChat('ben', '#narrow/stream/test/topic/keys')
  const contents = async () => (await sent('keys')).map(({ content }) => content)
  await page.getByText('Enter sends, Shift+Enter starts a new line').waitFor()
  // In an empty box it does nothing.
  await textOf(page).press('Enter')
  await textOf(page).pressSequentially(' ')
  await textOf(page).press('Enter')
  expect(await boxOf(page).getByRole('alert').count()).toBe(0)
  await textOf(page).fill('')
  await textOf(page).pressSequentially('one')
  await textOf(page).press('Shift+Enter')
  await textOf(page).pressSequentially('two')
  await textOf(page).press('Enter')
  await article(page, 'two').waitFor()
  await eventually(contents).toEqual(['one\ntwo'])
  await boxOf(page).getByRole('button', { name: 'Formatting' }).click()
  await boxOf(page).getByLabel('Enter sends').click()
  await page.getByText('Ctrl+Enter sends, Enter starts a new line').waitFor()
  await textOf(page).pressSequentially('three')
  await textOf(page).press('Enter')
  await textOf(page).pressSequentially('four')
  expect(await textOf(page).inputValue()).toBe('three\nfour')
  await textOf(page).press('Control+Enter')
  await eventually(contents).toEqual(['one\ntwo', 'three\nfour'])
  expect(await enterSends('ben')).toBe(false)
  await page.close()
})

test('the keyboard of a touch screen breaks the line, and the button sends', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await world.openChat('ada', '#narrow/stream/test/topic/touch', phone)
  await textOf(page).pressSequentially('one')
  await textOf(page).press('Enter')
  await textOf(page).pressSequentially('two')
  expect(await textOf(page).inputValue()).toBe('one\ntwo')
  expect(await page.getByText('starts a new line').count()).toBe(0)
  await boxOf(page).getByRole('button', { name: 'Send', exact: true }).tap()
  await eventually(async () => (await sent('touch')).map(({ content }) => content)).toEqual(['one\ntwo'])
  await page.close()
})

test('what sends is as before when it was changed twice, however quickly', async () => {
  const page = await world.openChat('cleo', '#narrow/stream/general/topic/keys')
  const before = await enterSends('cleo')
  let [asked, answered] = [0, 0]
  await page.route('**/api/v1/settings', async (route) => {
    asked += 1
    if (asked === 1) await new Promise((next) => setTimeout(next, 500))
    await route.fulfill({ response: await route.fetch() })
    answered += 1
  })
  await boxOf(page).getByRole('button', { name: 'Formatting' }).click()
  const check = boxOf(page).getByLabel('Enter sends')
  await check.click()
  expect(await check.isChecked()).toBe(!before)
  await check.click()
  await eventually(() => answered).toBe(2)
  expect(await enterSends('cleo')).toBe(before)
  await eventually(() => check.isChecked()).toBe(before)
  await page.close()
})

test('in a stream the topic of the newest message on the screen is filled in, and can be changed', async () => {
  const post = (topic: string, content: string) =>
    world.chat('ben', 'POST /messages', { type: 'stream', to: 'test', topic, content })
  for (let number = 1; number <= 30; number += 1) await post('soups', `Soup ${number}\n\nwith bread`)
  await post('salads', 'Which salad?')
  await world.chat('ada', 'POST /mark_all_as_read')
  const page = await world.openChat('ada', '#narrow/stream/test')
  const place = (name: string) => boxOf(page).getByRole('button', { name: `To ${name}`, exact: true })
  await place('#test › salads').waitFor()
  // It follows the screen while nothing is written.
  const list = page.getByRole('region', { name: 'Messages', exact: true })
  await article(page, 'Which salad?').waitFor()
  await list.evaluate((scroller) => scroller.scrollTo({ top: 0 }))
  await place('#test › soups').waitFor()
  await textOf(page).fill('The first one')
  await list.evaluate((scroller) => scroller.scrollTo({ top: 1e6 }))
  await page.getByText('Which salad?').waitFor()
  await place('#test › soups').click()
  const topic = boxOf(page).getByRole('combobox', { name: 'Topic' })
  await expect.poll(() => topic.inputValue()).toBe('soups')
  await topic.fill('sal')
  await page.getByRole('option', { name: 'salads' }).waitFor()
  await topic.press('Enter')
  await textOf(page).press('Enter')
  await eventually(async () => (await sent('salads')).map(({ content }) => content)).toEqual([
    'Which salad?',
    'The first one',
  ])
  expect((await sent('soups')).some(({ content }) => content === 'The first one')).toBe(false)
  await page.close()
})

test('a message without a topic is sent only on purpose, and not where organizations insist on topics', async () => {
  await world.chat('ada', 'POST /users/me/subscriptions', { subscriptions: [{ name: 'blank' }] })
  const page = await world.openChat('ada', '#narrow/stream/blank')
  await textOf(page).fill('About what?')
  await textOf(page).press('Enter')
  await boxOf(page).getByRole('alert').getByText('The message has no topic yet.').waitFor()
  await world.chat('ada', 'PATCH /realm', { mandatory_topics: true })
  await boxOf(page).getByPlaceholder('Topic', { exact: true }).waitFor()
  await textOf(page).press('Enter')
  await boxOf(page).getByRole('alert').getByText('Messages need a topic here').waitFor()
  expect(await textOf(page).inputValue()).toBe('About what?')
  await world.chat('ada', 'PATCH /realm', { mandatory_topics: false })
  await boxOf(page).getByPlaceholder('Topic (optional)').waitFor()
  expect(await sent('(no topic)')).toEqual([])
  await textOf(page).press('Enter')
  await boxOf(page).getByRole('alert').getByText('The message has no topic yet.').waitFor()
  await textOf(page).press('Enter')
  await article(page, 'About what?').waitFor()
  await eventually(async () => (await sent('(no topic)')).map(({ content }) => content)).toEqual([
    'About what?',
  ])
  await page.close()
})

test('in a private conversation it goes to those people, and to others who are chosen', async () => {
  const { members } = await world.chat<{ members: { full_name: string; user_id: number }[] }>(
    'ada',
    'GET /users',
  )
  const ben = members.find(({ full_name }) => full_name === 'Ben Okri')!.user_id
  const page = await world.openChat('ada', `#narrow/dm/${ben}`)
  await textOf(page).fill('Between us')
  await textOf(page).press('Control+Enter')
  await article(page, 'Between us').waitFor()
  await chipOf(page).click()
  const people = boxOf(page).getByRole('combobox', { name: 'People' })
  await people.pressSequentially('cle')
  await page.getByRole('option', { name: 'Cleo Vance' }).waitFor()
  await people.press('Tab')
  await boxOf(page).getByRole('button', { name: 'Remove Cleo Vance' }).waitFor()
  // The conversation is open before the first word.
  await page.getByRole('heading', { level: 1, name: 'Ben Okri, Cleo Vance' }).waitFor()
  await textOf(page).fill('Between the three of us')
  await textOf(page).press('Control+Enter')
  await article(page, 'Between the three of us').waitFor()
  const { messages } = await world.chat<{ messages: Sent[] }>('cleo', 'GET /messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'private' }],
  })
  expect(messages.at(-1)?.display_recipient).toHaveLength(3)
  expect(messages.some(({ content }) => content.includes('Between us'))).toBe(false)
  await page.close()
})

test('without a conversation on screen, everything is chosen, and a link leads there', async () => {
  const page = await world.openChat('ada', '#narrow/is/mentioned')
  await textOf(page).fill('From elsewhere')
  await textOf(page).press('Control+Enter')
  await boxOf(page).getByRole('alert').getByText('Choose a stream').waitFor()
  const stream = boxOf(page).getByRole('combobox', { name: 'Stream' })
  await stream.pressSequentially('tes')
  await page.getByRole('option', { name: 'test' }).waitFor()
  await stream.press('Enter')
  await boxOf(page).getByRole('combobox', { name: 'Topic' }).fill('elsewhere')
  await textOf(page).press('Control+Enter')
  await page.getByText('Sent to #test › elsewhere.').waitFor()
  await page.getByRole('link', { name: 'Go there' }).click()
  await article(page, 'From elsewhere').waitFor()
  expect(await sent('elsewhere')).toHaveLength(1)
  await page.close()
})

test('choosing people opens the conversation with its history, from any page, and keeps the text', async () => {
  const { members } = await world.chat<{ members: { full_name: string; user_id: number }[] }>(
    'ada',
    'GET /users',
  )
  const idOf = (name: string) => members.find(({ full_name }) => full_name === name)!.user_id
  const [ben, cleo] = [idOf('Ben Okri'), idOf('Cleo Vance')]
  const write = (to: number[], content: string) =>
    world.chat('ada', 'POST /messages', { type: 'private', to, content })
  await write([ben], 'What we said before')
  await write([ben, cleo], 'What the three said before')
  const page = await world.openChat('ada', '#inbox')
  await textOf(page).fill('By the way')
  await boxOf(page).getByText('Direct message').click()
  const people = boxOf(page).getByRole('combobox', { name: 'People' })
  await people.pressSequentially('ben')
  await page.getByRole('option', { name: /Ben Okri/ }).waitFor()
  await people.press('Enter')
  await article(page, 'What we said before').waitFor()
  await eventually(() => people.evaluate((field) => field.matches(':focus'))).toBe(true)
  await people.pressSequentially('cleo')
  await page.getByRole('option', { name: /Cleo Vance/ }).waitFor()
  await people.press('Enter')
  await article(page, 'What the three said before').waitFor()
  expect(await textOf(page).inputValue()).toBe('By the way')
  await people.press('Enter')
  await textOf(page).press('Enter')
  await article(page, 'By the way').waitFor()
  await page.close()
})

test('what is sent from the inbox says where it went', async () => {
  const page = await world.openChat('ada', '#inbox')
  await textOf(page).fill('Out of the inbox')
  await boxOf(page).getByRole('combobox', { name: 'Stream' }).pressSequentially('test')
  await page.getByRole('option', { name: 'test', exact: true }).click()
  await boxOf(page).getByRole('combobox', { name: 'Topic' }).fill('posted')
  await textOf(page).press('Enter')
  await page.getByText('Sent to #test › posted.').waitFor()
  await page.getByRole('link', { name: 'Go there' }).click()
  await article(page, 'Out of the inbox').waitFor()
  await page.close()
})

test('a message that the server refuses stays, with the reason, and is sent once when tried again', async () => {
  const page = await world.openChat('ada', '#narrow/stream/test/topic/refused')
  await page.route('**/api/v1/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { result: 'error', msg: 'Not on a Sunday', code: 'BAD_REQUEST' } })
      : route.fallback(),
  )
  await textOf(page).fill('Is it allowed?')
  await textOf(page).press('Control+Enter')
  await page.getByText('Not on a Sunday').waitFor()
  expect(await sent('refused')).toEqual([])
  await page.unroute('**/api/v1/messages')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Not on a Sunday').waitFor({ state: 'detached' })
  await eventually(async () => (await sent('refused')).length).toBe(1)
  await page.close()
})

test('a text that is too long is refused before it is sent, and nothing is lost', async () => {
  const page = await world.openChat('ada', '#narrow/stream/test/topic/long')
  await textOf(page).fill('é'.repeat(4500))
  await boxOf(page).getByText('9,000 of 10,000 bytes').waitFor()
  await textOf(page).fill('é'.repeat(5001))
  await boxOf(page).getByText('The message is too long: 10,002 of 10,000 bytes.').waitFor()
  await textOf(page).press('Control+Enter')
  await boxOf(page).getByRole('alert').waitFor()
  expect((await textOf(page).inputValue()).length).toBe(5001)
  expect(await sent('long')).toEqual([])
  await page.close()
})
