import { callChat } from './chat-api.ts'
import { findWorker } from './register-worker.ts'

/** Whether this browser is notified while the app is closed. */
export type DevicePush = 'unsupported' | 'blocked' | 'off' | 'on'

/** Whose browser it is: the subscription must not outlive a change of accounts. */
const OWNER = 'switchboard-push-user'

const isOwner = (userId: number) => localStorage.getItem(OWNER) === String(userId)

export async function findDevicePush(userId: number): Promise<DevicePush> {
  const worker = await findWorker()
  if (!worker || !('pushManager' in worker) || !('Notification' in globalThis)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return isOwner(userId) && (await worker.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks for the permission of the browser, if necessary. */
export async function switchPushOn(userId: number): Promise<DevicePush> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  await subscribe()
  localStorage.setItem(OWNER, String(userId))
  return 'on'
}

export async function switchPushOff(): Promise<DevicePush> {
  const subscription = await findSubscription()
  if (subscription) await callChat('DELETE /users/me/push_subscriptions', { endpoint: subscription.endpoint })
  await endPush()
  return 'off'
}

/** For signing out: the server forgets the subscription with the session. */
export async function endPush(): Promise<void> {
  localStorage.removeItem(OWNER)
  try {
    const worker = await findWorker()
    for (const notice of (await worker?.getNotifications()) ?? []) notice.close()
    await (await findSubscription())?.unsubscribe()
  } catch {
    // The server does not send to it any more.
  }
}

/**
 * At the start of the app: ties the subscription to the session, and renews one that the push service, the server or
 * the browser has dropped. One of another account ends.
 */
export async function keepPush(userId: number): Promise<void> {
  if (localStorage.getItem(OWNER) === null) return
  if (!isOwner(userId)) return endPush()
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  try {
    await subscribe()
  } catch {
    // The next start will do.
  }
}

const findSubscription = async () => (await findWorker())?.pushManager?.getSubscription()

async function subscribe(): Promise<void> {
  const { public_key: key } = await callChat('GET /web_push_key', {})
  const { pushManager } = await navigator.serviceWorker.ready
  let subscription = await pushManager.getSubscription()
  if (subscription && textOf(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await callChat('POST /users/me/push_subscriptions', {
    endpoint: subscription.endpoint,
    p256dh: textOf(subscription.getKey('p256dh')),
    auth: textOf(subscription.getKey('auth')),
  })
}

/** In base64url. */
function textOf(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
