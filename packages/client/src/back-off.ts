/** The longest pause: after this time a client notices that the server is back. */
const MAX_MS = 10_000

/** How long to wait before the next attempt: exponential backoff with jitter. */
export function backOffMs(attempt: number, retryAfterSeconds?: number): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000
  const full = Math.min(MAX_MS, 500 * 2 ** Math.min(attempt, 10))
  return full / 2 + (Math.random() * full) / 2
}

type Listen = (name: string, listener: () => void) => void

/** Only browsers have them. */
const { addEventListener: listen, removeEventListener: unlisten } = globalThis as unknown as {
  addEventListener?: Listen
  removeEventListener?: Listen
}

/** Waits, unless the network comes back earlier or it is no longer wanted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unlisten?.('online', end)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    listen?.('online', end)
    signal?.addEventListener('abort', end)
  })
}
