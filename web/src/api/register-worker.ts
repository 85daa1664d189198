interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

const SCRIPT = '/sw.js'

/** Whether a new version came may be asked again after this long. */
const ASK_AGAIN_MS = 10 * 60_000

let isNew = false
const listeners = new Set<() => void>()

/** Whether a newer version of the app has been installed since the page was loaded. For useSyncExternalStore. */
export const newVersion = {
  get: () => isNew,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

let setRegistration: (registration: ServiceWorkerRegistration | undefined) => void
const registered = new Promise<ServiceWorkerRegistration | undefined>((resolve) => {
  setRegistration = resolve
})

/** Waits until it is registered; undefined: the browser has none. */
export const findWorker = () => registered

/** Installs the service worker. Browsers that have none, or refuse it in private windows, run the app without. */
export async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator
  // Vite's own server has no such file.
  if (!serviceWorker || !import.meta.env.PROD) return setRegistration(undefined)
  let hadWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    isNew = hadWorker
    hadWorker = true
    if (isNew) for (const listener of listeners) listener()
  })
  try {
    const policy = trustedTypes?.createPolicy('switchboard-worker', { createScriptURL: () => SCRIPT })
    const url = (policy ? policy.createScriptURL(SCRIPT) : SCRIPT) as string
    await serviceWorker.register(url, { updateViaCache: 'none' })
    const registration = await serviceWorker.getRegistration()
    if (registration) lookForUpdates(registration)
    setRegistration(registration)
  } catch {
    // The app needs the network then, and has no push notifications.
    setRegistration(undefined)
  }
}

/** Browsers look for a new version when a page is loaded. Pages of a chat stay open for days. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let askedAt = Date.now()
  function ask() {
    if (document.hidden || Date.now() - askedAt < ASK_AGAIN_MS) return
    askedAt = Date.now()
    registration.update().catch(() => undefined)
  }
  addEventListener('visibilitychange', ask)
  addEventListener('online', ask)
  setInterval(ask, ASK_AGAIN_MS)
}
