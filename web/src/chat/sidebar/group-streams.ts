import type { Subscription } from '../state/chat-state.ts'
import { sortStreams } from '../streams/sort-streams.ts'

export interface StreamGroups {
  pinned: readonly Subscription[]
  rest: readonly Subscription[]
  muted: readonly Subscription[]
}

/** By name; a pinned stream stays above though it is muted. */
export function groupStreams(subscriptions: Iterable<Subscription>, query: string): StreamGroups {
  const wanted = query.trim().toLowerCase()
  const found = sortStreams([...subscriptions].filter(({ name }) => name.toLowerCase().includes(wanted)))
  return {
    pinned: found.filter((stream) => stream.pin_to_top),
    rest: found.filter((stream) => !stream.pin_to_top && !stream.is_muted),
    muted: found.filter((stream) => !stream.pin_to_top && stream.is_muted),
  }
}
