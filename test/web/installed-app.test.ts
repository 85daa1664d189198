import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webFolder } from '../../src/server/web-files.ts'
import { addWebRoutes } from '../../src/server/web-routes.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { expectAccessible, openWindow } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const withWorker = { serviceWorkers: 'allow' } as const

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

/** Waits until the worker answers for the page. */
const workerOf = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated')

test('the app can be installed under the name of the organization, with icons of the sizes it says', async () => {
  const page = await world.openStranger('/', withWorker)
  await workerOf(page)
  const devtools = await page.context().newCDPSession(page)
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A window without a history of its own cannot install anything.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const manifest = await (await fetch(url)).json()
  expect(manifest).toMatchObject({ name: 'Acme', start_url: '/', display: 'standalone' })
  for (const { src, sizes } of manifest.icons) {
    if (sizes === 'any') continue
    const { width, height } = await sharp(await (await fetch(world.url + src)).bytes()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  for (const shortcut of manifest.shortcuts) expect((await fetch(world.url + shortcut.url)).status).toBe(200)
})

test('without a network the app opens, says so, and continues when the network is back', async () => {
  const page = await world.openChat('ada', '', withWorker)
  await workerOf(page)
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.context().setOffline(true)
  for (const path of ['/portal', '/#narrow/is/starred']) {
    await page.goto(path)
    await page.getByRole('heading', { name: /You are offline|No connection/ }).waitFor()
  }
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Starred messages' }).waitFor()
  // Only what is the same for everybody is stored: nothing of the APIs, no files of people.
  const stored = await page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    }
    return paths
  })
  expect(stored).toContain('/')
  expect(stored.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
})

test('a new version replaces the stored one, and the open page offers to reload', async () => {
  const folder = mkdtempSync(join(temporaryFolder(), 'switchboard-web-'))
  cpSync(webFolder, folder, { recursive: true })
  const old = await serve(folder)
  const port = Number(new URL(old.url).port)
  const page = await openWindow(world.browser, { ...withWorker, baseURL: old.url })
  try {
    await page.goto('/')
    await workerOf(page)
    const before = await page.evaluate(() => caches.keys())
    await old.app.close()
    const version = before[0]!.replace('app-', '')
    const script = join(folder, 'sw.js')
    for (const compressed of ['.br', '.gz']) rmSync(script + compressed)
    writeFileSync(script, readFileSync(script, 'utf8').replaceAll(version, 'f'.repeat(version.length)))
    const next = await serve(folder, port)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.getByRole('status').getByText('A new version is available.').waitFor()
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([`app-${'f'.repeat(version.length)}`])
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('A new version is available.').waitFor({ state: 'detached' })
    await next.app.close()
  } finally {
    await page.context().close()
    rmSync(folder, { recursive: true })
  }
})

async function serve(folder: string, port = 0): Promise<{ app: FastifyInstance; url: string }> {
  const app = Fastify({ forceCloseConnections: true })
  addWebRoutes(app, { folder, development: false })
  return { app, url: await app.listen({ host: '127.0.0.1', port }) }
}
