import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebProcess, type WebProcess } from '../harness/web/start-web-process.ts'

let world: WebProcess
beforeAll(async () => {
  world = await startWebProcess()
})
afterAll(() => world?.stop())

/** On a busy machine things take longer than a second. */
const eventually = <Value>(get: () => Value) => expect.poll(get)

const box = (page: Page) => page.getByRole('form', { name: 'Write a message' })
const text = (page: Page) => box(page).getByRole('textbox', { name: 'Message' })
const article = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

async function contents(topic: string): Promise<string[]> {
  const { messages } = await world.chat<{ messages: { content: string }[] }>('ben', 'GET /messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'topic', operand: topic }],
  })
  return messages.map(({ content }) => content)
}

const open = async (topic: string) => {
  const page = await world.openChat('ada', `#narrow/stream/test/topic/${topic}`)
  await text(page).click()
  return page
}
async function send(page: Page, words: string): Promise<void> {
  await text(page).fill(words)
  await text(page).press('Control+Enter')
}

/** The server gets the message, and its answers are lost, as often as said. Counts the attempts. */
async function loseAnswers(page: Page, times: number): Promise<() => number> {
  let attempts = 0
  await page.route('**/api/v1/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    attempts += 1
    if (attempts > times) return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => attempts
}

/** No event reaches the page, which begins anew: the stream that it has is not affected. */
async function loseEvents(page: Page): Promise<void> {
  await page.route('**/api/v1/events**', (route) => route.abort('connectionreset'))
  await page.reload()
  await text(page).click()
}

test('what is written without a network is sent when it is back, once and in order', async () => {
  const page = await open('offline')
  await page.context().setOffline(true)
  for (const words of ['first', 'second', 'third']) await send(page, words)
  await page.getByText('third').waitFor()
  expect(await text(page).inputValue()).toBe('')
  await page.context().setOffline(false)
  await eventually(() => contents('offline')).toEqual(['first', 'second', 'third'])
  await article(page, 'third').waitFor()
  await eventually(() => article(page, 'first').count()).toBe(1)
  await page.close()
})

test('an answer that is lost after the message was stored does not send it twice', async () => {
  const page = await open('lost')
  // Its event does not come, either: the page knows only its own attempts.
  await loseEvents(page)
  const attempts = await loseAnswers(page, 2)
  await send(page, 'once and only once')
  await eventually(attempts).toBe(3)
  expect(await contents('lost')).toEqual(['once and only once'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await send(page, 'the next one')
  await eventually(() => contents('lost')).toEqual(['once and only once', 'the next one'])
  await article(page, 'the next one').waitFor()
  await eventually(() => article(page, 'once and only once').count()).toBe(1)
  await page.close()
})

test('also when the page is closed in between', async () => {
  const page = await open('reloaded')
  // Not even the event gets through: as far as the page knows, nothing was sent.
  await loseEvents(page)
  const attempts = await loseAnswers(page, 1)
  await send(page, 'across a reload')
  await eventually(() => contents('reloaded')).toEqual(['across a reload'])
  await eventually(attempts).toBeGreaterThanOrEqual(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const repeated = page.waitForResponse(
    (response) => response.url().endsWith('/messages') && response.request().method() === 'POST',
  )
  await page.reload()
  // A second attempt may have succeeded before the page was gone; else it is made now, and recognised.
  await Promise.race([repeated, article(page, 'across a reload').first().waitFor()])
  await article(page, 'across a reload').first().waitFor()
  expect(await contents('reloaded')).toEqual(['across a reload'])
  await page.close()
})

test('what was never sent is sent after the page is opened again', async () => {
  const page = await open('later')
  await page.route('**/api/v1/messages', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  )
  await send(page, 'left behind')
  await page.getByText('left behind').waitFor()
  expect(await contents('later')).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('about:blank')
  await page.goto(`${world.url}/#narrow/stream/test/topic/later`)
  await eventually(() => contents('later')).toEqual(['left behind'])
  await article(page, 'left behind').first().waitFor()
  await page.close()
})

test.each(['stop', 'kill'] as const)(
  'a server that ends by %s while it is written to loses nothing',
  async (how) => {
    const page = await open(how)
    await send(page, 'before')
    await world.restart(how, async () => {
      await send(page, 'meanwhile')
      await page.getByText('meanwhile').waitFor()
    })
    await send(page, 'after')
    await eventually(() => contents(how)).toEqual(['before', 'meanwhile', 'after'])
    await article(page, 'after').waitFor()
    await page.close()
  },
)

test('what is discarded while it waits is not sent later', async () => {
  const page = await open('discarded')
  await page.route('**/api/v1/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { result: 'error', msg: 'No', code: 'BAD_REQUEST' } })
      : route.fallback(),
  )
  await send(page, 'never mind')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await send(page, 'this instead')
  await eventually(() => contents('discarded')).toEqual(['this instead'])
  await page.close()
})
