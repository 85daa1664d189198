import { currentLanguage } from '../../texts/language.ts'
import type { Subscription } from '../state/chat-state.ts'

export interface StreamGroups {
  pinned: readonly Subscription[]
  rest: readonly Subscription[]
  muted: readonly Subscription[]
}

/** By name; a pinned stream stays above though it is muted. */
export function sortStreams(subscriptions: Iterable<Subscription>, query: string): StreamGroups {
  const collator = new Intl.Collator(currentLanguage(), { sensitivity: 'base', numeric: true })
  const wanted = query.trim().toLowerCase()
  const found = [...subscriptions]
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((one, other) => collator.compare(one.name, other.name))
  return {
    pinned: found.filter((stream) => stream.pin_to_top),
    rest: found.filter((stream) => !stream.pin_to_top && !stream.is_muted),
    muted: found.filter((stream) => !stream.pin_to_top && stream.is_muted),
  }
}
