import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBotService } from '../harness/bot-service.ts'
import { expectAccessible } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let page: Page
beforeAll(async () => {
  world = await startWebWorld()
  const { members } = await world.chat<{ members: { full_name: string; user_id: number }[] }>(
    'ada',
    'GET /users',
  )
  const idOf = (name: string) => members.find(({ full_name }) => full_name === name)!.user_id
  await world.chat('ada', 'POST /user_groups/create', {
    name: 'bakers',
    description: 'They bake',
    members: [idOf('Ada Lovelace'), idOf('Cleo Vance')],
  })
  await world.chat('ada', 'POST /messages', { type: 'stream', to: 'test', topic: 'big plans', content: 'x' })
  page = await world.openChat('ada', '#narrow/stream/test/topic/names')
})
afterAll(() => world?.stop())

/** On a busy machine things take longer than a second. */
const eventually = <Value>(get: () => Value) => expect.poll(get)

const text = () => page.getByRole('textbox', { name: 'Message' })
const options = () => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
/** What is typed, once what it asks for is there. */
async function typed(words: string, found: string | RegExp): Promise<void> {
  await text().fill('')
  await text().pressSequentially(words)
  await options().filter({ hasText: found }).first().waitFor()
}

test('a person is mentioned by the keyboard alone', async () => {
  await typed('hi @be', 'Ben Okri')
  const active = await text().getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).textContent()).toContain('Ben Okri')
  await expectAccessible(page)
  await text().press('Enter')
  expect(await text().inputValue()).toBe('hi @**Ben Okri** ')
  expect(await options().count()).toBe(0)
})

test('readers of the stream come before everybody else', async () => {
  await typed('@', 'Ben Okri')
  const names = await options().allTextContents()
  const at = (name: string) => names.findIndex((one) => one.includes(name))
  // Ada and Ben are in it, Cleo is not.
  expect(Math.max(at('Ada Lovelace'), at('Ben Okri'))).toBeLessThan(at('Cleo Vance'))
})

test('arrows choose, Tab takes, and a click does too', async () => {
  await typed('@e', 'everyone')
  await text().press('ArrowUp')
  const active = await text().getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).textContent()).toContain('everyone')
  await text().press('ArrowDown')
  await text().press('Tab')
  expect(await text().inputValue()).toBe('@**Echo Bot** ')
  await typed('@ada', 'Ada Lovelace')
  await options().filter({ hasText: 'Ada Lovelace' }).click()
  expect(await text().inputValue()).toBe('@**Ada Lovelace** ')
})

test('a name continues over a space, and ends when nothing fits', async () => {
  await typed('@cleo v', 'Cleo Vance')
  await text().pressSequentially('x')
  await eventually(() => options().count()).toBe(0)
  // Then Enter is that of the text again.
  await text().press('Enter')
  await page.getByRole('article').filter({ hasText: '@cleo vx' }).waitFor()
})

test('silently, as a group, and everybody', async () => {
  await typed('@_cleo', 'Cleo Vance')
  await text().press('Enter')
  expect(await text().inputValue()).toBe('@_**Cleo Vance** ')
  await typed('@bak', 'bakers')
  await text().press('Enter')
  expect(await text().inputValue()).toBe('@*bakers* ')
  await typed('@all', 'Notifies everyone')
  await text().press('Enter')
  expect(await text().inputValue()).toBe('@**all** ')
})

test('streams and their topics are completed', async () => {
  await typed('see #tes', 'test')
  await text().press('Enter')
  expect(await text().inputValue()).toBe('see #**test**')
  await text().pressSequentially('>big')
  await options().filter({ hasText: 'big plans' }).waitFor()
  await text().press('Enter')
  expect(await text().inputValue()).toBe('see #**test>big plans** ')
})

test('emoji are completed by their names', async () => {
  await typed('yes :thumbs', ':+1:')
  await text().press('Enter')
  expect(await text().inputValue()).toBe('yes :+1: ')
})

test('the commands that a message can begin with are completed', async () => {
  await typed('/', '/poll')
  await text().pressSequentially('me')
  await eventually(() => options().count()).toBe(1)
  await text().press('Enter')
  expect(await text().inputValue()).toBe('/me ')
})

test('a slash command is completed with its description, and the bot replies to the person alone', async () => {
  const service = await startBotService()
  try {
    service.answerWith(200, { content: 'Only Cleo may deploy.', response_type: 'ephemeral' })
    const bot = { full_name: 'Deployer', short_name: 'deployer', bot_type: 3, payload_url: service.url }
    const { user_id } = await world.chat<{ user_id: number }>('ben', 'POST /bots', bot)
    const commands = [
      { name: 'deploy', parameters: 'environment [version]', description: 'Deploys a version' },
    ]
    await world.chat('ben', `PUT /bots/${user_id}/commands`, { commands })
    await typed('/dep', 'Deploys a version')
    expect(await options().allTextContents()).toEqual(['/deploy environment [version]Deploys a version'])
    await expectAccessible(page)
    await text().press('Enter')
    expect(await text().inputValue()).toBe('/deploy ')
    await text().pressSequentially('prod')
    await text().press('Control+Enter')
    await page.getByRole('article').filter({ hasText: '/deploy prod' }).waitFor()
    await page.getByRole('link', { name: 'Deployer bot 1 unread' }).click()
    await page.getByRole('article').filter({ hasText: 'Only Cleo may deploy.' }).waitFor()
    await page.goBack()
    await page.getByRole('article').filter({ hasText: '/deploy prod' }).waitFor()
    expect(await page.getByText('Only Cleo may deploy.').count()).toBe(0)
    const { messages } = await world.chat<{ messages: { content: string }[] }>('ben', 'GET /messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    })
    expect(messages.map(({ content }) => content)).toEqual(['/deploy prod'])
  } finally {
    await service.stop()
  }
})

test('a slash command is not proposed where it would not call its bot', async () => {
  await world.chat('ada', 'POST /users/me/subscriptions', {
    subscriptions: [{ name: 'vault' }],
    invite_only: true,
  })
  const vault = await world.openChat(
    'ada',
    `#narrow/stream/${await world.streamId('vault')}-vault/topic/keys`,
  )
  const box = vault.getByRole('textbox', { name: 'Message' })
  await box.pressSequentially('/')
  const proposed = vault.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await proposed.filter({ hasText: '/poll' }).waitFor()
  expect(await proposed.filter({ hasText: '/deploy' }).count()).toBe(0)
  await vault.close()
})

test('Escape closes the list only, and it stays closed for that word', async () => {
  await typed('@ben', 'Ben Okri')
  await text().press('Escape')
  await eventually(() => options().count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isVisible()).toBe(true)
  await text().press('Control+Enter')
  await page.getByRole('article').filter({ hasText: '@ben' }).waitFor()
})

test('a mention that was completed tells that person', async () => {
  await typed('@ben', 'Ben Okri')
  await text().press('Tab')
  await text().pressSequentially('look')
  await text().press('Control+Enter')
  await page.getByRole('article').filter({ hasText: 'Ben Okri look' }).waitFor()
  const { messages } = await world.chat<{ messages: { flags: string[] }[] }>('ben', 'GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'mentioned' }],
  })
  expect(messages).toHaveLength(1)
})

test('people who have left or are not visible are not proposed', async () => {
  const guest = await world.openChat('gus')
  const box = guest.getByRole('form', { name: 'Write a message' })
  await box.getByRole('textbox', { name: 'Message' }).click()
  await box.getByRole('combobox', { name: 'Stream' }).click()
  // A guest sees no stream that they are not in.
  expect(await guest.getByRole('option').count()).toBe(0)
  await world.chat('ada', `DELETE /users/${await idOfCleo()}`)
  await text().fill('')
  await text().pressSequentially('@cleo')
  await eventually(() => options().count()).toBe(0)
  await guest.close()
})

async function idOfCleo(): Promise<number> {
  const { members } = await world.chat<{ members: { full_name: string; user_id: number }[] }>(
    'ada',
    'GET /users',
  )
  return members.find(({ full_name }) => full_name === 'Cleo Vance')!.user_id
}
