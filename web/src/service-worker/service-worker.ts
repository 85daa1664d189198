import { answerFor, deleteOldApps, storeApp } from './app-cache.ts'
import { openNotice, showPush } from './push-notice.ts'

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
