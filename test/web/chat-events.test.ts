import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type StreamProxy, startStreamProxy, type Treatment } from '../harness/web/stream-proxy.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

let proxy: StreamProxy | undefined
afterEach(async () => {
  await proxy?.stop()
  proxy = undefined
})

const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const eventually = expect.poll

const send = (topic: string, content: string) =>
  world.chat('ada', 'POST /messages', { type: 'stream', to: 'general', topic, content })

interface EventCalls {
  streams: URL[]
  polls: URL[]
  registrations: URL[]
}

/** A window of Ben's, and what it asks for from its first moment. It has opened its stream. */
async function openBen(topic: string, baseURL = world.url): Promise<{ page: Page; calls: EventCalls }> {
  const page = await world.openChat('ben', '#all', { baseURL })
  await page.goto('about:blank')
  const calls: EventCalls = { streams: [], polls: [], registrations: [] }
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/v1/events/stream') calls.streams.push(url)
    if (url.pathname === '/api/v1/events') calls.polls.push(url)
    if (url.pathname === '/api/v1/register') calls.registrations.push(url)
  })
  await page.goto(`/#narrow/stream/general/topic/${topic}`)
  await eventually(() => calls.streams.length).toBeGreaterThan(0)
  return { page, calls }
}

async function openBenBehind(treatment: Treatment) {
  proxy = await startStreamProxy(world.url, treatment)
  return openBen(treatment, proxy.url)
}

test('messages arrive over one stream, and nothing is polled', async () => {
  const { page, calls } = await openBen('stream')
  // The page may find the first one in the history. The others can only be events.
  for (const words of ['first', 'second: ünï — 日本 🎉', 'third']) {
    await send('stream', words)
    await message(page, words).waitFor()
  }
  expect(calls).toMatchObject({ streams: { length: 1 }, polls: [] })
  await page.close()
})

test('events that are split in the middle of a character are put together', async () => {
  const { page, calls } = await openBenBehind('drip')
  for (const words of ['first', 'dripping: ünï — 日本 🎉']) {
    await send('drip', words)
    await message(page, words).waitFor()
  }
  expect(calls).toMatchObject({ streams: { length: 1 }, polls: [] })
  await page.close()
})

test.each<Treatment>(['hold', 'buffer', 'cut'])(
  'behind a proxy that does this to streams, the page polls instead: %s',
  async (treatment) => {
    const { page, calls } = await openBenBehind(treatment)
    await send(treatment, 'before the first poll')
    await message(page, 'before the first poll').waitFor()
    await eventually(() => calls.polls.length).toBeGreaterThan(1)
    await send(treatment, 'while it polls')
    await message(page, 'while it polls').waitFor()
    expect(await message(page, 'before the first poll').count()).toBe(1)
    expect(calls.streams.length).toBe(treatment === 'cut' ? 3 : 1)
    expect(calls.registrations.length).toBe(1)
    expect(await page.getByText('You are offline').count()).toBe(0)
    await page.close()
  },
)

test('a queue that is deleted while its stream is open is replaced', async () => {
  const { page, calls } = await openBen('deleted')
  await send('deleted', 'in the first queue')
  await message(page, 'in the first queue').waitFor()
  await world.chat('ben', 'DELETE /events', { queue_id: calls.streams[0]!.searchParams.get('queue_id') })
  await eventually(() => calls.streams.length).toBe(2)
  await send('deleted', 'in the second queue')
  await message(page, 'in the second queue').waitFor()
  expect(calls).toMatchObject({ registrations: { length: 2 }, polls: [] })
  await page.close()
})

test('a stream whose queue something else reads is left to it, without a fight', async () => {
  const { page, calls } = await openBen('taken')
  await send('taken', 'in the own queue')
  await message(page, 'in the own queue').waitFor()
  const queue = calls.streams[0]!.searchParams.get('queue_id')
  await world.chat('ben', 'GET /events', { queue_id: queue, last_event_id: -1, dont_block: true })
  await eventually(() => calls.streams.length).toBe(2)
  expect(calls.streams[1]!.searchParams.get('queue_id')).not.toBe(queue)
  await send('taken', 'in another queue')
  await message(page, 'in another queue').waitFor()
  await page.close()
})

test('after a sleep in which heartbeats were missed there is a new stream', async () => {
  const { page, calls } = await openBen('asleep')
  await page.clock.install()
  await page.reload()
  await eventually(() => calls.streams.length).toBe(2)
  await send('asleep', 'good night')
  await message(page, 'good night').waitFor()
  await page.clock.fastForward(10 * 60_000)
  await eventually(() => calls.streams.length).toBe(3)
  await send('asleep', 'good morning')
  await message(page, 'good morning').waitFor()
  expect(calls).toMatchObject({ registrations: { length: 2 }, polls: [] })
  await page.close()
})

test('signed out in one tab, the other shows the sign-in', async () => {
  const page = await world.openChat('cleo')
  const other = await page.context().newPage()
  await other.goto('/')
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Account of Cleo' }).waitFor()
  await other.getByRole('button', { name: 'Account of Cleo' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) await tab.getByLabel('Password').waitFor()
  await page.close()
})

test('an account that is deactivated is signed out', async () => {
  const page = await world.openChat('gus')
  await page.getByRole('button', { name: 'Account of Gus' }).waitFor()
  const { user_id: id } = await world.chat<{ user_id: number }>('gus', 'GET /users/me')
  await world.chat('ada', `DELETE /users/${id}`)
  await page.getByLabel('Password').waitFor()
  await page.close()
})
