/** The longest pause: after this time an open page notices that the server is back, and sends pending messages. */
const LONGEST_MS = 10_000

/** How long to wait before the next attempt: exponential backoff with jitter. */
export function backOffMs(attempt: number, retryAfterSeconds?: number): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000
  const full = Math.min(LONGEST_MS, 500 * 2 ** Math.min(attempt, 10))
  return full / 2 + (Math.random() * full) / 2
}

/** Waits, unless the network comes back earlier or it is no longer wanted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
