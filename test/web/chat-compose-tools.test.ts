import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld()
  page = await world.openChat('ben', '#narrow/stream/test/topic/tools', { colorScheme: 'dark' })
})
afterAll(() => world?.stop())

/** On a busy machine things take longer than a second. */
const eventually = <Value>(get: () => Value) => expect.poll(get)

const boxOf = (one: Page) => one.getByRole('form', { name: 'Write a message' })
const textOf = (one: Page) => boxOf(one).getByRole('textbox', { name: 'Message' })

test('the preview shows what the server makes of it, and the text is still there', async () => {
  await textOf(page).fill('**loud** :tada: ~~gone~~')
  await boxOf(page).getByRole('button', { name: 'Formatting' }).click()
  await boxOf(page).getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.locator('strong', { hasText: 'loud' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await textOf(page).waitFor()
  expect(await textOf(page).inputValue()).toBe('**loud** :tada: ~~gone~~')
})

test('keys and buttons format what is selected, and undo takes it back', async () => {
  await textOf(page).fill('hello')
  await textOf(page).selectText()
  await page.keyboard.press('Control+b')
  expect(await textOf(page).inputValue()).toBe('**hello**')
  await page.keyboard.press('Control+b')
  expect(await textOf(page).inputValue()).toBe('hello')
  await page.keyboard.press('Control+i')
  expect(await textOf(page).inputValue()).toBe('*hello*')
  await page.keyboard.press('Control+z')
  expect(await textOf(page).inputValue()).toBe('hello')
  await textOf(page).selectText()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('https://example.com')
  expect(await textOf(page).inputValue()).toBe('[hello](https://example.com)')
  await textOf(page).fill('first\nsecond')
  await textOf(page).selectText()
  await boxOf(page).getByRole('button', { name: 'List' }).click()
  expect(await textOf(page).inputValue()).toBe('* first\n* second')
  await textOf(page).fill('wise words')
  await textOf(page).selectText()
  await boxOf(page).getByRole('button', { name: 'Quote' }).click()
  expect(await textOf(page).inputValue()).toBe('```quote\nwise words\n```\n')
  await textOf(page).fill('')
  // They are one stop of the Tab key, also when most are disabled.
  const tools = boxOf(page).getByRole('toolbar')
  await tools.getByRole('button', { name: /^Bold/ }).focus()
  await page.keyboard.press('ArrowRight')
  await isFocused(tools.getByRole('button', { name: /^Italic/ }))
  await page.keyboard.press('End')
  await isFocused(tools.getByRole('button', { name: 'Preview' }))
  await page.keyboard.press('Home')
  await isFocused(tools.getByRole('button', { name: /^Bold/ }))
  await page.keyboard.press('Tab')
  expect(await tools.evaluate((bar) => bar.contains(document.activeElement))).toBe(false)
  await tools.getByRole('button', { name: 'Preview' }).click()
  await tools.getByRole('button', { name: /^Bold/, disabled: true }).waitFor()
  expect(await tools.locator('button[tabindex="0"]:enabled').count()).toBe(1)
  await tools.getByRole('button', { name: 'Preview' }).click()
  // The tools take no room when they are not needed.
  await boxOf(page).getByRole('button', { name: 'Formatting' }).click()
  expect(await boxOf(page).getByRole('toolbar').count()).toBe(0)
})

const isFocused = (locator: Locator) =>
  eventually(() => locator.evaluate((element) => element.matches(':focus'))).toBe(true)

test('an emoji is picked in a popover that takes the focus and gives it back', async () => {
  await textOf(page).fill('so')
  const button = boxOf(page).getByRole('button', { name: 'Emoji' })
  const field = page.getByRole('textbox', { name: 'Find an emoji' })
  await button.click()
  await isFocused(field)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await isFocused(button)
  await button.click()
  await field.waitFor()
  await button.click()
  await field.waitFor({ state: 'detached' })
  await button.click()
  await isFocused(field)
  // Every emoji is there, by category.
  const emoji = (name: string) => page.getByLabel(name, { exact: true })
  await page.getByRole('region', { name: 'Smileys and emotion' }).waitFor()
  expect(await page.getByRole('region', { name: 'Flags' }).getByRole('button').count()).toBeGreaterThan(200)
  await page.keyboard.press('ArrowDown')
  await isFocused(emoji('grinning'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await isFocused(emoji('upside down face'))
  await page.keyboard.press('ArrowUp')
  await isFocused(emoji('smiley'))
  await page.keyboard.press('ArrowUp')
  await isFocused(field)
  await page.getByRole('toolbar', { name: 'Categories' }).getByLabel('Flags').click()
  await isFocused(emoji('checkered flag'))
  // A letter goes to the search, wherever one is.
  await page.keyboard.type('octop')
  await isFocused(field)
  expect(await field.inputValue()).toBe('octop')
  await emoji('octopus').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await isFocused(button)
  await button.click()
  await field.fill('tada')
  await emoji('tada').waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => textOf(page).inputValue()).toBe('so :tada: ')
  await isFocused(textOf(page))
  // What was used is first the next time.
  await button.click()
  await page.getByRole('region', { name: 'Recently used' }).getByRole('button', { name: 'tada' }).waitFor()
  await isFocused(field)
  await page.keyboard.press('Enter')
  await eventually(() => textOf(page).inputValue()).toBe('so :tada: :tada: ')
  await textOf(page).fill('')
})

test('hands have the skin tone that one chose, in the picker, in completions and in reactions', async () => {
  const button = boxOf(page).getByRole('button', { name: 'Emoji' })
  await button.click()
  await page
    .getByRole('toolbar', { name: 'Skin tone' })
    .getByRole('button', { name: 'Medium', exact: true })
    .click()
  await page.getByRole('textbox', { name: 'Find an emoji' }).fill('wave')
  await page.getByLabel('wave', { exact: true }).click()
  await eventually(() => textOf(page).inputValue()).toBe('👋🏽 ')
  await textOf(page).fill('')
  await textOf(page).pressSequentially(':clap')
  await page.getByRole('option', { name: ':clap:' }).waitFor()
  await textOf(page).press('Enter')
  expect(await textOf(page).inputValue()).toBe('👏🏽 ')
  await textOf(page).press('Enter')
  const message = page.getByRole('article').filter({ hasText: '👏🏽' })
  await message.hover()
  await message.getByRole('button', { name: 'Add a reaction' }).click()
  await page.getByRole('textbox', { name: 'Find an emoji' }).fill('wave')
  await page.getByLabel('wave', { exact: true }).click()
  const reaction = message.getByRole('list', { name: 'Reactions' }).getByRole('button')
  await reaction.getByText('👋🏽').waitFor()
  expect(await reaction.getAttribute('aria-label')).toBe('Ben Okri: :wave: (1)')
  // A click on it takes it back.
  await reaction.click()
  await reaction.waitFor({ state: 'detached' })
})

test('a menu is operated by keyboard, and gives the focus back or passes it on', async () => {
  await world.chat('ada', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'tools',
    content: 'Any plans?',
  })
  const message = page.getByRole('article').filter({ hasText: 'Any plans?' })
  await message.hover()
  const button = message.getByRole('button', { name: 'More', exact: true })
  await button.press('Enter')
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await isFocused(item('Reply'))
  await page.keyboard.press('ArrowDown')
  await isFocused(item('Quote'))
  await page.keyboard.press('Home')
  await isFocused(item('Reply'))
  await page.keyboard.press('Escape')
  await item('Reply').waitFor({ state: 'detached' })
  await isFocused(button)
  await button.press('Enter')
  await isFocused(item('Reply'))
  await page.keyboard.press('Enter')
  await isFocused(textOf(page))
})

test('arrow up in an empty box edits the last message of one’s own', async () => {
  await textOf(page).fill('with a mistaek')
  await page.keyboard.press('Control+Enter')
  const own = page.getByRole('article').filter({ hasText: 'with a mistaek' })
  await own.waitFor()
  await world.chat('ada', 'POST /messages', {
    type: 'stream',
    to: 'test',
    topic: 'tools',
    content: 'of somebody else',
  })
  await page.getByRole('article').filter({ hasText: 'of somebody else' }).waitFor()
  await textOf(page).press('ArrowUp')
  await page.getByRole('button', { name: 'Save' }).waitFor()
  const editor = page.getByRole('article').getByRole('textbox', { name: 'Message' })
  expect(await editor.inputValue()).toBe('with a mistaek')
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('Escape leaves, and keys of the page bring it back', async () => {
  await textOf(page).fill('kept')
  await page.keyboard.press('Escape')
  expect(await textOf(page).evaluate((area) => area.matches(':focus'))).toBe(false)
  await page.keyboard.press('c')
  await isFocused(textOf(page))
  await page.keyboard.type(' and more')
  expect(await textOf(page).inputValue()).toBe('kept and more')
  await textOf(page).fill('')
  await page.keyboard.press('Escape')
})

test('the others see that somebody writes, unless that was turned off', async () => {
  const other = await world.openChat('ada', '#narrow/stream/test/topic/tools')
  await textOf(other).waitFor()
  await textOf(page).pressSequentially('hm')
  await other.getByText('Ben Okri is typing').waitFor()
  await textOf(page).fill('')
  await other.getByText('Ben Okri is typing').waitFor({ state: 'detached' })
  await world.chat('ben', 'PATCH /settings', { send_stream_typing_notifications: false })
  const told: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/typing')) told.push(request.postData() ?? '')
  })
  await textOf(page).pressSequentially('secretly')
  await textOf(page).press('Control+Enter')
  await other.getByRole('article').filter({ hasText: 'secretly' }).waitFor()
  expect(told).toEqual([])
  await other.close()
})

test('a message says when the user may not write there', async () => {
  await page.goto('/#narrow/stream/announcements/topic/news')
  await boxOf(page).getByText('Only administrators can write in #announcements.').waitFor()
  await textOf(page).click()
  expect(await boxOf(page).getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await textOf(page).fill('let me in')
  await textOf(page).press('Control+Enter')
  expect(await textOf(page).inputValue()).toBe('let me in')
  await textOf(page).fill('')

  const admin = await world.openChat('ada', '#narrow/stream/random')
  await world.chat('ben', 'POST /messages', { type: 'stream', to: 'random', topic: 'x', content: 'x' })
  await textOf(admin).click()
  await boxOf(admin).getByRole('button', { name: 'Send', exact: true }).waitFor()
  const { streams } = await world.chat<{ streams: { name: string; stream_id: number }[] }>(
    'ben',
    'GET /streams',
  )
  const { stream_id } = streams.find(({ name }) => name === 'random')!
  await world.chat('ada', `PATCH /streams/${stream_id}`, { is_private: true })
  await boxOf(admin).getByText('You are not subscribed to #random.').waitFor()
  await admin.close()
})

test('nobody writes to somebody who has left', async () => {
  const { members } = await world.chat<{ members: { full_name: string; user_id: number }[] }>(
    'ada',
    'GET /users',
  )
  const cleo = members.find(({ full_name }) => full_name === 'Cleo Vance')!.user_id
  await page.goto(`/#narrow/dm/${cleo}`)
  await textOf(page).fill('still there?')
  await world.chat('ada', `DELETE /users/${cleo}`)
  await boxOf(page).getByText('Cleo Vance is deactivated').waitFor()
  expect(await boxOf(page).getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
})

test('it fits on a phone, and a guest writes where they are', async () => {
  await world.chat('ada', 'POST /users/me/subscriptions', {
    subscriptions: [{ name: 'test' }],
    principals: ['gus@example.com'],
  })
  const phone = await world.openChat('gus', '#narrow/stream/test/topic/guests', {
    viewport: { width: 360, height: 740 },
  })
  await textOf(phone).fill('hello from outside')
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await boxOf(phone).getByRole('button', { name: 'Send', exact: true }).click()
  await phone.getByRole('article').filter({ hasText: 'hello from outside' }).waitFor()
  await expectAccessible(phone)
  await phone.close()
})
