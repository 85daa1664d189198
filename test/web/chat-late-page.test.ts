import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
let stream: number
beforeAll(async () => {
  world = await startWebWorld()
  stream = await world.streamId('test')
})
afterAll(() => world?.stop())

const post = async (topic: string, content: string) =>
  (await world.chat<{ id: number }>('ben', 'POST /messages', { type: 'stream', to: 'test', topic, content }))
    .id
const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** Ada opens the topic. The server has answered, but the answer reaches her only after the events of `meanwhile`. */
async function openLate(topic: string, meanwhile: () => Promise<unknown>): Promise<Page> {
  const page = await world.openChat('ada', '#narrow/is/starred')
  await page.getByText('general').first().waitFor()
  let answered!: () => void
  const isAnswered = new Promise<void>((resolve) => (answered = resolve))
  let release!: () => void
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/api\/v1\/messages\?.*topic/, async (route) => {
    const response = await route.fetch()
    answered()
    await isReleased
    await route.fulfill({ response })
  })
  await page.goto(`/#narrow/stream/${stream}-test/topic/${topic}`)
  await isAnswered
  await meanwhile()
  // Events come in order: when this one is there, so are those before it.
  await post('elsewhere', '@**Ada Lovelace** look')
  await page.getByRole('link', { name: 'Mentions 1 unread' }).waitFor()
  release()
  return page
}

test('what changes while a page is on its way is shown as it is now', async () => {
  const topic = 'late page'
  const [poll, liked, edited, deleted, moved] = [
    await post(topic, '/poll Which one?\nFirst'),
    await post(topic, 'to be liked'),
    await post(topic, 'before the edit'),
    await post(topic, 'to be deleted'),
    await post(topic, 'to be moved'),
  ]
  const page = await openLate(topic, async () => {
    const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
    await world.chat('ben', 'POST /submessage', { message_id: poll, msg_type: 'widget', content: vote })
    await world.chat('ben', `POST /messages/${liked}/reactions`, { emoji_name: 'octopus' })
    await world.chat('ben', `PATCH /messages/${edited}`, { content: 'after the edit' })
    await world.chat('ada', `DELETE /messages/${deleted}`)
    await world.chat('ben', `PATCH /messages/${moved}`, { topic: 'elsewhere', propagate_mode: 'change_one' })
    await post(topic, 'a new one')
  })
  await message(page, 'a new one').waitFor()
  await message(page, 'after the edit').waitFor()
  await page.getByRole('button', { name: 'Vote for First (1)' }).waitFor()
  await message(page, 'to be liked')
    .getByRole('button', { name: /octopus/ })
    .waitFor()
  expect(await message(page, 'to be deleted').count()).toBe(0)
  expect(await message(page, 'to be moved').count()).toBe(0)
  expect(await message(page, 'before the edit').count()).toBe(0)
})
