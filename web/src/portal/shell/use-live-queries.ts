import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TelephonySocket } from '../../../../packages/client/src/telephony-socket.ts'
import { invalidate } from '../../ui/query-client.ts'
import { keysChangedBy } from './keys-changed-by.ts'

/** An import causes thousands of events: what they concern is fetched once for all that come within this time. */
const COLLECT_MS = 150

/** Fetches what is on the screen again when an event makes it out of date. */
export function useLiveQueries(
  queries: QueryClient,
  socket: TelephonySocket | undefined,
  userId: string | undefined,
): void {
  useEffect(() => {
    const stale = new Map<string, QueryKey>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      const keys = [...stale.values()]
      stale.clear()
      for (const key of keys) void invalidate(queries, key)
    }
    const stop = socket?.listen((event) => {
      for (const key of keysChangedBy(event, userId)) stale.set(JSON.stringify(key), key)
      if (stale.size > 0) timer ??= setTimeout(flush, COLLECT_MS)
    })
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [socket, queries, userId])
}
