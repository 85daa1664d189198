import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, test } from 'vitest'
import { root } from '../harness/build-switchboard.ts'
import { startWebProcess, type WebProcess } from '../harness/web/start-web-process.ts'
import { fillDay } from './fill-day.ts'

const folder = join(root, 'docs/screenshots')
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/** Where it is nine in the morning, whenever the pictures are taken. */
function morning(): { timezoneId: string } {
  const ahead = ((9 - new Date().getUTCHours() + 36) % 24) - 12
  // In these names the sign is the other way round.
  return { timezoneId: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` }
}

let world: WebProcess
beforeAll(async () => {
  world = await startWebProcess({}, true)
  mkdirSync(folder, { recursive: true })
  await fillDay(world)
})
afterAll(() => world?.stop())

/** In few colours: pictures of pages lose nothing, and the repository stays small. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {})
  const picture = await page.screenshot({ animations: 'disabled' })
  writeFileSync(
    join(folder, `${name}.png`),
    await sharp(picture).png({ palette: true, colours: 128 }).toBuffer(),
  )
  await page.close()
}

async function openChat(at: string, ready: string, options = {}): Promise<Page> {
  const page = await world.openChat('ada', at, { ...morning(), ...options })
  await page.getByRole('main').getByText(ready).first().waitFor()
  return page
}

test('the chat', async () => {
  await shoot(await openChat('#narrow/stream/general/topic/launch', 'The press kit'), 'chat')
  await shoot(
    await openChat('#narrow/stream/general/topic/launch', 'The press kit', { colorScheme: 'dark' }),
    'chat-dark',
  )
  await shoot(await openChat('#narrow/search/press', 'press kit'), 'search')
  await shoot(await openChat('#narrow/stream/general/topic/launch', 'The press kit', phone), 'chat-phone')
})

test('settings and administration', async () => {
  await shoot(await openChat('#settings/bots', 'Hook'), 'bots')
  await shoot(await openChat('#organization/integrations', 'GitHub'), 'integrations')
})

test('the phones', async () => {
  const sections: [path: string, ready: string, name: string, options?: object][] = [
    ['extensions', 'Meeting room', 'extensions'],
    ['overview', 'Needs attention', 'overview'],
    ['texting', 'sharks', 'texting'],
    ['events', 'Live events', 'events', { colorScheme: 'dark' }],
    ['extensions', 'Meeting room', 'extensions-phone', phone],
  ]
  for (const [path, ready, name, options] of sections) {
    const page = await openChat(`portal/${path}`, ready, options)
    if (name === 'texting') await page.getByRole('main').getByText(ready).first().click()
    if (name === 'events') await makeEvents(page)
    await shoot(page, name)
  }
})

async function makeEvents(page: Page): Promise<void> {
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
  for (const status of ['away', 'available']) {
    await world.telephony('dev-acme-key', 'PATCH /status/v2/current-user', { main_status: { status } })
  }
  await page.getByText('user_status_updated').first().waitFor()
}
