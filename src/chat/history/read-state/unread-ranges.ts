import type { IdRanges } from '../../../platform/caches/id-ranges.ts'
import type { ReadRanges } from '../../messages/flags/read-range-store.ts'
import type { Receptions } from '../../streams/recipients/receptions.ts'

/** Unread messages by recipient: every message of the recipient within its ranges is unread. */
export type UnreadRanges = ReadonlyMap<number, IdRanges>

/** What a user currently receives and has not read. Messages of streams that they have left do not count as unread. */
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
