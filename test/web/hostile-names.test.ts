import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const markup = '<img src=x onerror=window.hit=1>'

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

/** Neither run nor made into an element: the text appears as it was written. */
async function expectPlain(page: Page): Promise<void> {
  await page.getByText(markup).first().waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
}

test('names in the chat are text: streams, descriptions, topics, statuses, links, search', async () => {
  await world.chat('gus', 'POST /users/me/status', { status_text: markup })
  await world.chat('ada', 'POST /users/me/subscriptions', {
    subscriptions: [{ name: `s ${markup}`, description: markup }],
    principals: ['ada@example.com', 'ben@example.com'],
  })
  const { id } = await world.chat<{ id: number }>('ben', 'POST /messages', {
    type: 'stream',
    to: `s ${markup}`,
    topic: markup,
    content: `needle ${markup} [${markup}](javascript:window.hit=1)`,
  })
  const stream = await world.streamId(`s ${markup}`)
  for (const at of [`#narrow/stream/${stream}`, `#narrow/near/${id}`, '#narrow/search/needle']) {
    const page = await world.openChat('ada', at)
    await page.getByText('needle').first().waitFor()
    await expectPlain(page)
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
  }
})

test('names in the portal are text: users, extensions, company', async () => {
  const [instance] = await world.telephony<{ uuid: string }[]>(ACME_KEY, 'GET /instances')
  await world.telephony(ACME_KEY, `POST /instances/${instance!.uuid}/bulks/extensions`, {
    data: { id: 6101, name: markup, description: markup },
  })
  await world.telephony(ACME_KEY, 'POST /company/contacts', { first_name: markup, last_name: markup })
  for (const path of ['/extensions', '/users']) await expectPlain(await world.openPortal(ACME_KEY, path))
})
