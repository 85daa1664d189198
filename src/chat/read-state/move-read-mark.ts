import type { Db } from '../chat.ts'
import { isWithin, type ReceptionPeriods } from '../recipients/reception-periods.ts'
import type { User } from '../users/user.ts'
import { dropReadExceptions } from './message-flag-store.ts'
import { storeReadMark } from './read-mark-store.ts'
import type { ReadState } from './read-state.ts'
import { listReadBetween, type UnreadMessage } from './unread-store.ts'

/**
 * Messages of one stream are being marked as read, ascending. Where with them everything up to one of them is read, the
 * mark of the stream says so: rows for every message and every reader would soon be most of what is stored.
 * Answers up to which message it reaches then; 0: it stays where it is.
 */
export async function moveReadMark(
  db: Db,
  { realm_id: realmId, id: userId }: User,
  messages: readonly UnreadMessage[],
  state: ReadState,
  allPeriods: ReceptionPeriods,
): Promise<number> {
  const { recipient_id: recipientId, stream_id: streamId } = messages[0]!
  const last = messages.at(-1)!.id
  const before = state.readUntil(streamId)
  const periods = allPeriods.get(recipientId) ?? []
  if (last <= before || periods.length === 0) return 0
  const after = Math.max(before, Math.min(...periods.map((period) => period.from_message)))
  const marked = new Set(messages.map(({ id }) => id))
  const covered: number[] = []
  let until = before
  for (const { id, topic_key, read } of await listReadBetween(
    db,
    realmId,
    userId,
    recipientId,
    after,
    last,
  )) {
    const isRead = read === null ? id <= state.readUntil(streamId, topic_key) : read === 1
    // What the reader never received is not unread, either.
    if (!isRead && !marked.has(id) && periods.some((period) => isWithin(period, id))) break
    if (read !== null) covered.push(id)
    until = id
  }
  if (until < messages[0]!.id) return 0
  await storeReadMark(db, {
    realm_id: realmId,
    user_id: userId,
    stream_id: streamId!,
    topic_key: '',
    until_message: until,
  })
  await dropReadExceptions(db, realmId, userId, covered)
  return until
}
