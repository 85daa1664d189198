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

const soon = { timeout: 40_000 }
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

test('without a network the app shows what was loaded, and continues when the network is back', async () => {
  const streamId = await world.streamId('general')
  const hash = (topic: string) => `#narrow/stream/${streamId}/topic/${topic}`
  const send = async (topic: string, content: string) =>
    (
      await world.chat<{ id: number }>('ben', 'POST /messages', {
        type: 'stream',
        to: 'general',
        topic,
        content,
      })
    ).id
  const [edited, deleted] = [
    await send('train', 'The train leaves at nine'),
    await send('train', 'Forget it'),
  ]
  await send('other', 'Nobody opened this')
  const bot = { full_name: 'Timetable', short_name: 'timetable' }
  const { api_key: botKey } = await world.chat<{ api_key: string }>('ada', 'POST /bots', bot)

  const page = await world.openChat('ada', hash('train'), withWorker)
  await workerOf(page)
  const articles = page.getByRole('article')
  await articles.getByText('The train leaves at nine').waitFor()
  await expect.poll(() => storedOf(page), soon).toContain('The train leaves at nine')
  // What happens to messages happens to the copy.
  await world.chat('ben', `PATCH /messages/${edited}`, { content: 'The train leaves at **ten**' })
  await world.chat('ada', `DELETE /messages/${deleted}`)
  await expect.poll(() => storedOf(page), soon).toContain('<strong>ten</strong>')
  await expect.poll(() => storedOf(page), soon).not.toContain('Forget it')
  const stored = await storedOf(page)
  expect(stored).toContain('"full_name":"Ben Okri"')
  expect(stored).not.toContain('at nine')
  expect(stored).not.toContain(botKey)
  expect(stored).not.toContain('Nobody opened this')

  await page.context().setOffline(true)
  await page.goto('/portal')
  await page.getByRole('heading', { name: /You are offline|Switchboard cannot be reached/ }).waitFor()
  await page.goto('/')
  const notice = page.getByRole('status').filter({ hasText: 'Showing what was loaded until' })
  await notice.waitFor()
  // The inbox lists what is stored.
  await page.getByRole('main').getByRole('link', { name: /train/ }).click()
  await articles.getByText('The train leaves at ten').waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Message' }).fill('Written in a tunnel')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Written in a tunnel').waitFor()
  await page.evaluate((next) => location.assign(next), hash('other'))
  await page.getByRole('heading', { name: 'Not available offline' }).waitFor()
  await page.evaluate((next) => location.assign(next), hash('train'))
  await page.context().setOffline(false)
  await notice.waitFor({ state: 'detached' })
  await articles.getByText('Written in a tunnel').waitFor()
  const written = () =>
    world.chat<{ messages: { content: string }[] }>('ben', 'GET /messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      apply_markdown: false,
    })
  await expect
    .poll(async () => (await written()).messages.map(({ content }) => content), soon)
    .toContain('Written in a tunnel')

  // The worker itself stores only what is the same for everybody: nothing of the APIs, no files of people.
  const paths = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(paths).toContain('/')
  expect(paths.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
})

test('what is stored ends with the session, and is never shown to another account', async () => {
  await world.chat('ada', 'POST /messages', {
    type: 'private',
    to: '["ada@example.com"]',
    content: 'My secret',
  })
  const page = await world.openChat('ada', '#narrow/is/dm', withWorker)
  await workerOf(page)
  const isStored = () => expect.poll(() => storedOf(page), soon).toContain('My secret')
  const signInAs = (person: string) =>
    page.request.post('/api/v1/dev_sessions', {
      form: { username: `${person}@example.com` },
      headers: { origin: world.url },
    })
  const expectNothing = async () => {
    await expect.poll(() => storedOf(page), soon).not.toContain('My secret')
    await page.context().setOffline(true)
    await page.reload()
    await page
      .getByRole('heading', { name: /You are offline|Switchboard cannot be reached/ })
      .or(page.getByText('Showing what was loaded until'))
      .first()
      .waitFor()
    expect(await page.content()).not.toContain('My secret')
    await page.context().setOffline(false)
  }
  await isStored()
  // Another account in the same browser, without signing out.
  await signInAs('ben')
  await page.reload()
  await page
    .getByRole('button', { name: /Ben Okri/ })
    .first()
    .waitFor()
  await expectNothing()
  // The session ends somewhere else.
  await signInAs('ada')
  await page.reload()
  await isStored()
  await page.request.fetch('/api/v1/sessions/current', {
    method: 'DELETE',
    headers: { origin: world.url, 'x-csrftoken': await csrfTokenOf(page) },
  })
  await page.getByLabel('Email address').waitFor()
  expect(await databasesOf(page)).toEqual([])
  await expectNothing()
  // Signing out.
  await signInAs('ada')
  await page.goto('/#narrow/is/dm')
  await page.reload()
  await isStored()
  await page
    .getByRole('button', { name: /Ada Lovelace/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Email address').waitFor()
  expect(await databasesOf(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('switchboard-offline-user'))).toBeNull()
  await expectNothing()
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

const databasesOf = (page: Page) => page.evaluate(() => indexedDB.databases())

/** Everything in the browser's database, as text. */
const storedOf = (page: Page) =>
  page.evaluate(async () => {
    const name = 'switchboard-offline'
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return ''
    const resultOf = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await resultOf(indexedDB.open(name))
    const stores = [...database.objectStoreNames]
    const all = await Promise.all(
      stores.map((store) => resultOf(database.transaction(store).objectStore(store).getAll())),
    )
    database.close()
    return JSON.stringify(all, (_, value) =>
      value instanceof Map || value instanceof Set ? [...value] : value,
    )
  })

async function csrfTokenOf(page: Page): Promise<string> {
  const response = await page.request.get('/api/v1/sessions/current')
  return ((await response.json()) as { csrf_token: string }).csrf_token
}

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
