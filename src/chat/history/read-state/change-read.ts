import { IdRanges } from '../../../platform/caches/id-ranges.ts'
import type { Db } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'
import { loadReadRangesOf, replaceReadRanges } from '../../messages/flags/read-range-store.ts'
import type { MarkableMessage } from './unread-store.ts'

type Marked = Pick<MarkableMessage, 'id' | 'recipient_id' | 'previous_id'>

/** Within a transaction: marks messages as read or unread. Returns those that changed. */
export async function changeRead<Message extends Marked>(
  db: Db,
  { realm_id: realmId, id: userId }: User,
  messages: readonly Message[],
  toRead: boolean,
): Promise<Message[]> {
  const recipientIds = [...new Set(messages.map((message) => message.recipient_id))]
  const read = await loadReadRangesOf(db, realmId, userId, recipientIds)
  const changed: Message[] = []
  for (const recipientId of recipientIds) {
    const before = read.get(recipientId) ?? IdRanges.none
    const own = messages.filter(
      ({ id, recipient_id }) => recipient_id === recipientId && before.has(id) !== toRead,
    )
    if (own.length === 0) continue
    const ids = IdRanges.of(own.map(idsOf))
    const after = toRead ? before.union(ids) : before.minus(ids)
    await replaceReadRanges(db, { realmId, userId, recipientId }, before, after)
    changed.push(...own)
  }
  return changed.sort((one, other) => one.id - other.id)
}

/** The ids that a message covers: its own, and those since the previous message of the same recipient. */
export const idsOf = ({ id, previous_id }: Pick<Marked, 'id' | 'previous_id'>) => ({
  from: previous_id + 1,
  to: id,
})
