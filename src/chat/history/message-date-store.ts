import { preparedOne } from '../../platform/database/statements/prepared.ts'
import type { Db } from '../chat-platform.ts'
import type { ChatTables } from '../chat-tables.ts'

/**
 * The lowest id from which on messages were sent at this time or later, up to `newest` + 1. Ids grow with time, so a
 * binary search by the primary key finds it without an index of times.
 */
export async function findIdSince(db: Db, realmId: number, seconds: number, newest: number): Promise<number> {
  let [low, high] = [0, newest + 1]
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2)
    const message = await firstFrom(db, { realmId, from: middle, below: high })
    if (message && message.sent_at < seconds) low = message.id
    else high = middle
  }
  return high
}

const firstFrom = preparedOne<
  ChatTables,
  { realmId: number; from: number; below: number },
  { id: number; sent_at: number }
>((db, parameter) =>
  db
    .selectFrom('messages')
    .select(['id', 'sent_at'])
    .where('realm_id', '=', parameter('realmId'))
    .where('id', '>=', parameter('from'))
    .where('id', '<', parameter('below'))
    .orderBy('id')
    .limit(1),
)
