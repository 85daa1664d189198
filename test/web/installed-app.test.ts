import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webFolder } from '../../src/platform/program.ts'
import { addWebRoutes } from '../../src/server/web/web-routes.ts'
import { type PushDevice, startPushService } from '../harness/push-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { expectAccessible, openWindow } from '../harness/web/open-browser.ts'
import { startWebWorld, type WebWorld } from '../harness/web/web-world.ts'

const soon = { timeout: 30_000 }
const withWorker = { serviceWorkers: 'allow' } as const

let world: WebWorld
beforeAll(async () => {
  world = await startWebWorld()
})
afterAll(() => world?.stop())

/** Waits until the worker answers for the page. */
const workerOf = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), soon).toBe('activated')

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
    await page.getByRole('heading', { name: /You are offline|Switchboard cannot be reached/ }).waitFor()
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

test('push: switched on in the settings, shown by the worker, and ended by signing out', async () => {
  const service = await startPushService()
  try {
    const device = service.subscribe()
    const page = await world.openChat('ben', '#settings/notifications', withWorker)
    await page.addInitScript(pushOf(device))
    await page.reload()
    await workerOf(page)
    await page.getByRole('switch', { name: 'Notify me on this device' }).click()
    // He is using the app, and wants it all the same.
    await page.getByLabel('Also while I am using the app').click()
    await expectAccessible(page)
    await expect
      .poll(() => world.chat('ben', 'POST /register').then((data) => data.enable_online_push_notifications))
      .toBe(true)
    const { id } = await world.chat<{ id: number }>('ada', 'POST /messages', {
      type: 'private',
      to: JSON.stringify(['ben@example.com']),
      content: 'Are you **there**?',
    })
    await expect
      .poll(() => device.notices(), soon)
      .toMatchObject([{ message_id: id, sender: 'Ada Lovelace' }])
    const devtools = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    const registrationId = await registered
    const worker = page.context().serviceWorkers()[0]!
    await worker.evaluate(recordNotices)
    // While he looks at the app, the page notifies him itself.
    await page.goto('about:blank')
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: world.url,
      registrationId,
      data: JSON.stringify(device.notices()[0]),
    })
    const shown = () => worker.evaluate('shown')
    await expect.poll(shown, soon).toEqual([['Ada Lovelace, privately', 'Are you there?', `message-${id}`]])
    await page.goto('/')
    await page
      .getByRole('button', { name: /Ben Okri/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Email address').waitFor()
    expect(
      await page.evaluate(() => [
        localStorage.getItem('switchboard-push-user'),
        sessionStorage.getItem('pushed'),
      ]),
    ).toEqual([null, null])
  } finally {
    await service.stop()
  }
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
  addWebRoutes(app, { folder, marks: { mode: 'production', missing: [] } })
  return { app, url: await app.listen({ host: '127.0.0.1', port }) }
}

/** Browsers without windows show no notices: in the worker, writes down what would have been shown. */
const recordNotices = `
  globalThis.shown = []
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag }) => {
    shown.push([title, body, tag])
  }
`

/** Stands in for the browser's push service, which is a vendor's: the address and keys are those of the test's own. */
const pushOf = ({ target }: PushDevice) => `
  Object.defineProperty(Notification, 'permission', { value: 'granted' })
  Notification.requestPermission = async () => 'granted'
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer
  const subscription = (key) => ({
    endpoint: '${target.endpoint}',
    options: { applicationServerKey: bytes(key) },
    getKey: (name) => bytes(name === 'auth' ? '${target.auth}' : '${target.p256dh}'),
    unsubscribe: async () => sessionStorage.removeItem('pushed'),
  })
  PushManager.prototype.getSubscription = async () => {
    const key = sessionStorage.getItem('pushed')
    return key === null ? null : subscription(key)
  }
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    sessionStorage.setItem('pushed', key)
    return subscription(key)
  }
`
