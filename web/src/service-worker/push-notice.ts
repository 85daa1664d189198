import { notifications as german } from '../texts/de/notifications.ts'
import { notifications as english } from '../texts/en/notifications.ts'

/** What the server sends: see src/chat/push/find-notice.ts. */
export interface PushNotice {
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
export async function showPush(worker: ServiceWorkerGlobalScope, notice: PushNotice): Promise<void> {
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
export async function openNotice(worker: ServiceWorkerGlobalScope, notice: Notification): Promise<void> {
  notice.close()
  const { path } = notice.data as { path: string }
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const chat = windows.find(({ url }) => new URL(url).pathname === '/')
  if (!chat) return void (await worker.clients.openWindow(path))
  chat.postMessage({ open: path.slice(path.indexOf('#')) })
  await chat.focus()
}
