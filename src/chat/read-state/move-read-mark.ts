import { isWithin, type ReceptionPeriods } from '../recipients/reception-periods.ts'
import type { ReadState } from './read-state.ts'
import type { Between, UnreadMessage } from './unread-store.ts'

/** Whoever has read more than this out of order keeps the rows that say so. */
const MOST_LOOKED_AT = 1000

/** Messages of a stream, ascending, and what somebody's row says of each; null: what their marks say. */
export type ListBetween = (
  range: Omit<Between, 'realmId' | 'userId'>,
) => Promise<{ id: number; topic_key: string; read: number | null }[]>

/** A message, as far as it matters where it stands. */
export type PlacedMessage = Pick<UnreadMessage, 'id' | 'recipient_id' | 'stream_id' | 'topic_key'>

export interface MovedMark {
  streamId: number
  /** the message up to which everything is read then */
  until: number
  /** messages with a row that the mark makes needless */
  covered: readonly number[]
}

/**
 * Messages of one stream are being marked as read, ascending. Where with them everything up to one of them is read, the
 * mark of the stream says so: rows for every message and every reader would soon be most of what is stored.
 * undefined: it stays where it is.
 */
export async function moveReadMark(
  listBetween: ListBetween,
  messages: readonly PlacedMessage[],
  state: ReadState,
  allPeriods: ReceptionPeriods,
): Promise<MovedMark | undefined> {
  const { recipient_id: recipientId, stream_id: streamId } = messages[0]!
  const last = messages.at(-1)!.id
  const before = state.readUntil(streamId)
  const periods = allPeriods.get(recipientId) ?? []
  if (last <= before || periods.length === 0) return undefined
  const marked = new Set(messages.map(({ id }) => id))
  const covered: number[] = []
  let until = Math.max(before, Math.min(...periods.map((period) => period.from_message)))
  let looked = 0
  // Mostly there is nothing else between them, or something unread right at the beginning.
  for (let limit = messages.length + 10; looked < MOST_LOOKED_AT; limit *= 4) {
    const rows = await listBetween({ recipientId, after: until, until: last, limit })
    const unread = rows.findIndex(({ id, topic_key, read }) => {
      const isRead = read === null ? state.isRead(id, streamId, topic_key) : read === 1
      // What the reader never received is not unread, either.
      return !isRead && !marked.has(id) && periods.some((period) => isWithin(period, id))
    })
    for (const { id, read } of unread < 0 ? rows : rows.slice(0, unread)) {
      if (read !== null) covered.push(id)
      until = id
    }
    if (unread >= 0 || rows.length < limit) break
    looked += rows.length
  }
  return until < messages[0]!.id ? undefined : { streamId: streamId!, until, covered }
}
