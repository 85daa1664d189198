import { useEffect, useRef } from 'react'

const ASK_EVERY_MS = 5000

/**
 * Calls back once the server can be reached again. It is asked, because browsers often do not know that they are
 * offline, and do not know at all that a server is away.
 */
export function useWhenReachable(isWaiting: boolean, onReachable: () => void): void {
  const act = useRef(onReachable)
  act.current = onReachable
  useEffect(() => {
    if (!isWaiting) return
    const gone = new AbortController()
    async function ask() {
      try {
        const { ok } = await fetch('/api/v1/server_settings', { cache: 'no-store', signal: gone.signal })
        if (ok) act.current()
      } catch {
        // Not yet.
      }
    }
    const timer = setInterval(() => void ask(), ASK_EVERY_MS)
    addEventListener('online', ask, { signal: gone.signal })
    return () => {
      gone.abort()
      clearInterval(timer)
    }
  }, [isWaiting])
}
