import { useMemo, useSyncExternalStore } from 'react'
import { followAddress, watchAddress } from '../../shell/address.ts'
import type { Narrow } from '../state/narrow.ts'
import { useChat } from '../state/workspace.ts'
import { type HashNames, narrowHash, readNarrowHash } from './narrow-hash.ts'

/** The page that the address names. */
export type Route =
  | { page: 'messages'; narrow: Narrow; near: number | undefined }
  | { page: 'inbox' }
  /** `path`: the rest, such as ['bots'] */
  | { page: 'settings' | 'organization' | 'streams'; path: readonly string[] }
  | { page: 'unknown' }

const otherPages = new Set(['settings', 'organization', 'streams'])

function readRoute(hash: string, names: HashNames): Route {
  const place = readNarrowHash(hash, names)
  if (place) return { page: 'messages', ...place }
  const [page = '', ...path] = hash.replace(/^#/, '').split('/')
  if (page === '' || page === 'inbox') return { page: 'inbox' }
  if (otherPages.has(page)) return { page: page as 'settings', path: path.map(decodeURIComponent) }
  return { page: 'unknown' }
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  // Coming from the portal changes more than the hash.
  const stop = watchAddress(listener)
  return () => {
    removeEventListener('hashchange', listener)
    stop()
  }
}

/** The names in a link are for people; the ids count. So a renamed stream does not change the route. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const me = useChat((state) => state.me.userId)
  const streams = useChat((state) => state.streams)
  return useMemo(() => {
    const streamId = (name: string) => [...streams.values()].find((one) => one.name === name)?.stream_id
    return readRoute(hash, { me, streamName: (id) => streams.get(id)?.name, streamId })
  }, [hash, me, streams])
}

/** From the portal as well. */
export function openHash(hash: string): void {
  if (location.pathname === '/') location.hash = hash
  else followAddress(`/${hash}`)
}

/** The address of a narrow, for links. */
export function useNarrowHash(): (narrow: Narrow, near?: number) => string {
  const streams = useChat((state) => state.streams)
  const me = useChat((state) => state.me.userId)
  return useMemo(() => {
    const names: HashNames = { me, streamName: (id) => streams.get(id)?.name, streamId: () => undefined }
    return (narrow, near) => narrowHash(narrow, names, near)
  }, [streams, me])
}
