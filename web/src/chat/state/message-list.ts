import type { Narrow } from './narrow.ts'

/** The loaded part of a narrow: without gaps between the first and the last. Never changed in place. */
export interface MessageList {
  readonly key: string
  readonly narrow: Narrow
  /** ascending */
  readonly ids: readonly number[]
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  readonly loading: 'start' | 'older' | 'newer' | undefined
  readonly error: unknown
  /** Where it was opened; undefined: at its end. */
  readonly anchor: Anchor | undefined
  /** The first unread message when it was opened. */
  readonly firstUnread: number | undefined
  /** Counts how often it was opened: another number means to go to the anchor. */
  readonly opened: number
  /** Counts changes of messages in it, so that a list with an edited message is another list. */
  readonly version: number
}

interface Anchor {
  readonly id: number
  /** How many pixels of it are above the upper edge; undefined: a little of what is before it is shown. */
  readonly hidden?: number
}

/** Where the reader left a list: at its end, of which `id` was the last message, or with a message at the upper edge. */
export interface Place {
  readonly id: number
  readonly hidden: number | 'end'
  /** The last message on the screen: unread ones after it are new. */
  readonly seenUpTo: number
}

export function emptyList(key: string, narrow: Narrow): MessageList {
  return {
    key,
    narrow,
    ids: [],
    foundOldest: false,
    foundNewest: false,
    loading: 'start',
    error: undefined,
    anchor: undefined,
    firstUnread: undefined,
    opened: 0,
    version: 0,
  }
}

/** Both ascending, without duplicates. */
export function mergeIds(one: readonly number[], other: readonly number[]): readonly number[] {
  if (other.length === 0) return one
  if (one.length === 0) return other
  if (one.at(-1)! < other[0]!) return [...one, ...other]
  if (other.at(-1)! < one[0]!) return [...other, ...one]
  return [...new Set([...one, ...other])].sort((left, right) => left - right)
}
