import type { Db } from '../chat.ts'
import { listReceptions } from '../recipients/recipient-store.ts'
import type { ReceptionsTable } from '../recipients/recipients-table.ts'
import { listReadExceptions } from './message-flag-store.ts'
import { listReadMarks } from './read-mark-store.ts'
import { ReadState } from './read-state.ts'
import { findUnreadCandidates, listMessagesAfter, type UnreadMessage } from './unread-store.ts'

/** What somebody has received and not read, of all or only of some streams and conversations; ascending. Left streams do not count. */
export async function listUnread(
  db: Db,
  realmId: number,
  userId: number,
  isWanted: (reception: ReceptionsTable) => boolean = () => true,
): Promise<UnreadMessage[]> {
  const exceptions = new Map<number, boolean>()
  for (const row of await listReadExceptions(db, realmId, userId))
    exceptions.set(row.message_id, row.read === 1)
  const state = new ReadState(await listReadMarks(db, realmId, userId, 0), exceptions)
  const open = (await listReceptions(db, realmId, userId)).filter(
    (row) => row.until_message === null && isWanted(row),
  )
  const candidates = new Map<number, UnreadMessage>()
  for (const reception of open) {
    const after = Math.max(reception.from_message, state.readUntil(reception.stream_id))
    const rows = await listMessagesAfter(db, realmId, reception.recipient_id, after)
    for (const row of rows) candidates.set(row.id, row)
  }
  // Marked as unread although a mark covers them.
  const reopened = [...exceptions].filter(([id, isRead]) => !isRead && !candidates.has(id)).map(([id]) => id)
  const from = new Map(open.map((reception) => [reception.recipient_id, reception.from_message]))
  for (const row of await findUnreadCandidates(db, realmId, reopened)) {
    const start = from.get(row.recipient_id)
    if (start !== undefined && row.id > start) candidates.set(row.id, row)
  }
  return [...candidates.values()]
    .filter(({ id, stream_id, topic_key }) => !state.isRead(id, stream_id, topic_key))
    .sort((one, other) => one.id - other.id)
}
