import type { IdRanges } from '../../../platform/id-ranges.ts'
import type { ReadRanges } from '../../messages/flags/read-range-store.ts'
import type { Receptions } from '../../streams/recipients/receptions.ts'

/** Where unread messages lie, by recipient: every message of the recipient in its ranges is unread. */
export type UnreadRanges = ReadonlyMap<number, IdRanges>

/** What somebody receives at present and has not read. What came to a place that they have left does not wait for them. */
export function unreadRanges(receptions: Receptions, read: ReadRanges): UnreadRanges {
  const unread = new Map<number, IdRanges>()
  for (const [recipientId, { current }] of receptions) {
    if (!current) continue
    const known = read.get(recipientId)
    const gaps = known ? current.minus(known) : current
    if (!gaps.isEmpty) unread.set(recipientId, gaps)
  }
  return unread
}
