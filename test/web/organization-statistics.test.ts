import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoComplaints } from '../harness/web/open-browser.ts'
import { type OwnWebWorld, startWebWorld } from '../harness/web/web-world.ts'

let world: OwnWebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

const days = Array.from({ length: 30 }, (_, index) => ({
  date: `2026-10-${String(index + 1).padStart(2, '0')}`,
  messages: 10 + index,
  in_streams: 4 + index,
  writers: 3,
}))

test('administrators see charts of messages and people, streams, and storage', async () => {
  const page = await world.openChat('ada', '#organization/people')
  // No day of a new organization is over.
  await page.route('**/api/v1/realm/statistics*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    expect(body.result).toBe('success')
    const streams = [{ stream_id: await world.streamId('general'), messages: 321 }]
    const storage = [{ kind: 'image', files: 7, bytes: 2_000_000 }]
    await route.fulfill({ response, json: { ...body, days, streams, storage } })
  })
  await page.getByRole('link', { name: 'Statistics' }).click()
  await page.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor()
  await page.getByText('2026-10-05: 8 in streams, 6 direct').waitFor({ state: 'attached' })
  await page.getByRole('row').filter({ hasText: 'general' }).getByText('321').waitFor()
  await page.getByRole('row').filter({ hasText: 'Images' }).getByText('2 MB').waitFor()
  await expectAccessible(page)
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT })
  const asked = page.waitForRequest((request) => request.url().includes('days=7'))
  await page.getByLabel('Period').selectOption('7')
  await asked
  expect(await page.getByRole('link', { name: 'Calls: reports of the phones' }).getAttribute('href')).toBe(
    '/portal/reports',
  )
  expectNoComplaints(page)
})

test('a new organization has no days yet', async () => {
  const page = await world.openChat('ada', '#organization/statistics')
  await page.getByRole('row').filter({ hasText: 'Accounts' }).waitFor()
  await expectAccessible(page)
})
