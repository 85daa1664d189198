import { notifications as german } from '../texts/de/notifications.ts'
import { notifications as english } from '../texts/en/notifications.ts'

/** Filled in by the build: the files that the apps start with. */
declare const SHELL: { version: string; files: string[]; entry: string }

const { version, files, entry } = SHELL

const PREFIX = 'app-'

const NAME = PREFIX + version

const PAGE = '/'

/** The addresses that the web app answers. Files, documentation and APIs are not among them. */
const appPages = /^\/(portal(\/.*)?|(join|reset-password|email_changes|unsubscribe)\/[^/]+)?$/

const worker = globalThis as unknown as ServiceWorkerGlobalScope

// A new version takes over at once: pages come from the network, and the names of files change with their contents, so
// an open page does not mix two versions.
worker.addEventListener('install', (event) => event.waitUntil(storeApp().then(() => worker.skipWaiting())))

worker.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldApps().then(() => worker.clients.claim())),
)

worker.addEventListener('fetch', (event) => {
  const answer = answerFor(event.request)
  if (answer) event.respondWith(answer)
})

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(worker, event.data.json()))
})

worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotice(worker, event.notification)),
)

/** What the server sends: see src/chat/notifications/send-push-post.ts. */
interface PushNotice {
  message_id: number
  sender: string
  /** null: a private message */
  stream: string | null
  topic: string
  /** null: not to be shown */
  text: string | null
  language: string
  /** the address of the message, from the root */
  path: string
}

/** The page shows notices itself while somebody uses it. */
async function showPush(worker: ServiceWorkerGlobalScope, notice: PushNotice): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' })
  if (windows.some((one) => one.focused)) return
  const { sender, stream, topic, text, message_id: id, path } = notice
  const t = notice.language.startsWith('de') ? german : english
  const place = topic === '' ? `#${stream}` : `#${stream} › ${topic}`
  await worker.registration.showNotification(stream === null ? t.privately(sender) : t.from(sender, place), {
    body: text ?? t.newMessage,
    // The same as the page's own: a message is shown once.
    tag: `message-${id}`,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path },
  })
}

/** In a window of the chat that is open, or in a new one. */
async function openNotice(worker: ServiceWorkerGlobalScope, notice: Notification): Promise<void> {
  notice.close()
  const { path } = notice.data as { path: string }
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const chat = windows.find(({ url }) => new URL(url).pathname === '/')
  if (!chat) return void (await worker.clients.openWindow(path))
  chat.postMessage({ open: path.slice(path.indexOf('#')) })
  await chat.focus()
}

/**
 * Stores the page and its files: the shell that opens without a network. They are the same for everybody. Fails while
 * servers of two versions answer, and the browser tries again later.
 */
async function storeApp(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'omit', headers: { accept: 'text/html' } })
  const text = await page.clone().text()
  if (!page.ok || !text.includes(entry)) throw new Error('the page is of another version')
  const cache = await caches.open(NAME)
  await cache.addAll(files)
  await cache.put(PAGE, page)
}

async function deleteOldApps(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
  )
}

/** undefined: the browser asks the server, as it would without us. */
function answerFor(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  if (pathname.startsWith('/assets/')) return fromCacheFirst(request)
  if (request.mode === 'navigate' && appPages.test(pathname)) return fromNetworkFirst(request)
  return undefined
}

/** The names of these files change with their contents, so a stored one is never outdated. */
async function fromCacheFirst(request: Request): Promise<Response> {
  const cache = await caches.open(NAME)
  const stored = await cache.match(request)
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

/** The stored page is only for times without a network. */
async function fromNetworkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const cache = await caches.open(NAME)
    const stored = await cache.match(PAGE)
    if (!stored) throw error
    return stored
  }
}
