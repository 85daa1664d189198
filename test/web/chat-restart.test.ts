import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebProcess, type WebProcess } from '../harness/web/start-web-process.ts'

let world: WebProcess
beforeAll(async () => {
  world = await startWebProcess()
})
afterAll(() => world?.stop())

const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

const send = (topic: string, content: string) =>
  world.chat('ada', 'POST /messages', { type: 'stream', to: 'general', topic, content })

/** The calls of a kind from now on. */
function callsOf(page: Page, pattern: RegExp): URL[] {
  const calls: URL[] = []
  page.on('request', (request) => {
    if (pattern.test(request.url())) calls.push(new URL(request.url()))
  })
  return calls
}

test.each(['stop', 'kill'] as const)('after a %s of the server the same queue continues', async (how) => {
  const page = await world.openChat('ben', '#narrow/stream/general')
  await page.getByRole('main').waitFor()
  await send(how, `before ${how}`)
  await message(page, `before ${how}`).waitFor()
  const registrations = callsOf(page, /\/register/)
  const requests = callsOf(page, /\/events/)
  await world.restart(how)
  const after = ['one', 'two', 'three'].map((number) => `${number} after ${how}`)
  for (const content of after) await send(how, content)
  for (const content of after) await message(page, content).waitFor()
  for (const content of [`before ${how}`, ...after]) expect(await message(page, content).count()).toBe(1)
  expect(registrations).toEqual([])
  for (const url of requests) expect(Number(url.searchParams.get('last_event_id'))).toBeGreaterThan(-1)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.close()
})

test('what is written while the server is away arrives once when it is back', async () => {
  const page = await world.openChat('ben', '#narrow/stream/test/topic/away')
  const box = page.getByRole('form', { name: 'Write a message' })
  await box.waitFor()
  await world.restart('kill', async () => {
    await box.getByLabel('Message', { exact: true }).fill('written in the dark')
    await box.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('written in the dark').waitFor()
    // The browser has a network: it is the server that is away.
    await page.getByText('Switchboard cannot be reached. Messages will be sent').waitFor()
    expect(await page.getByText('You are offline').count()).toBe(0)
  })
  // One that the server has given a number.
  await page.locator('article[data-message-id]', { hasText: 'written in the dark' }).waitFor()
  const { messages } = await world.chat<{ messages: { content: string }[] }>('ada', 'GET /messages', {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'away' }],
  })
  expect(messages.map(({ content }) => content)).toEqual(['<p>written in the dark</p>'])
  await page.close()
})

test('a page whose file does not arrive says so, and opens after a reload', async () => {
  const page = await world.openChat('ben', '#narrow/stream/test')
  await page.getByRole('main').waitFor()
  await page.route('**/settings-page-*.js', (route) => route.abort())
  await page.evaluate(() => location.assign('#settings'))
  const alert = page.getByRole('alert')
  await alert.getByText('A file of this page did not arrive').waitFor()
  await page.unroute('**/settings-page-*.js')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await page.close()
})

test('a person whose picture does not arrive is shown by initials', async () => {
  await send('faces', 'who am I')
  const page = await world.openChat('cleo', '#narrow/stream/general')
  await message(page, 'who am I').waitFor()
  const row = page.locator('article[data-message-id]', { hasText: 'who am I' })
  await row.locator('img[src*=avatar]').first().waitFor()
  await page.route('**/*avatar*/**', (route) => route.abort())
  await page.reload()
  await row.getByText('AL', { exact: true }).waitFor()
  expect(await row.locator('img[src*=avatar]').count()).toBe(0)
  await page.close()
})

test('a queue that is gone is replaced, and what was missed is there', async () => {
  const page = await world.openChat('cleo', '#narrow/stream/general')
  const opened = page.waitForRequest(/\/events\/stream\?/)
  await page.reload()
  const queue = new URL((await opened).url()).searchParams.get('queue_id')!
  await page.getByRole('main').waitFor()
  await send('gone', 'seen first')
  await message(page, 'seen first').waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline. Messages will be sent').waitFor()
  expect(await page.getByText('Switchboard cannot be reached').count()).toBe(0)
  await world.chat('cleo', 'DELETE /events', { queue_id: queue })
  await send('gone', 'missed meanwhile')
  await page.context().setOffline(false)
  await message(page, 'missed meanwhile').waitFor()
  await send('gone', 'live again')
  await message(page, 'live again').waitFor()
  expect(await message(page, 'seen first').count()).toBe(1)
})

test('during maintenance the app says what the operator says, and comes back', async () => {
  const message = 'We move to a new machine until 18:00.'
  const page = await world.openChat('ben', '#narrow/stream/general')
  await page.getByRole('main').waitFor()
  await world.command(['maintenance', 'on', '--message', message])
  await page.getByRole('status').filter({ hasText: message }).waitFor()
  expect(await page.getByText('cannot be reached').count()).toBe(0)
  // Somebody who opens it now.
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.reload()
  const alert = second.getByRole('alert')
  await alert.getByRole('heading', { name: 'Switchboard is being maintained' }).waitFor()
  await alert.getByText(message).waitFor()
  await world.command(['maintenance', 'off'])
  await second.getByRole('main').waitFor()
  await page.getByRole('status').filter({ hasText: message }).waitFor({ state: 'detached' })
  await send('maintained', 'after maintenance')
  await page.getByRole('article').filter({ hasText: 'after maintenance' }).waitFor()
  for (const one of [page, second]) await one.close()
})
