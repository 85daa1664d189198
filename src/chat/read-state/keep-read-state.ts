import type { Db } from '../chat.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import { storeReadExceptions } from './message-flag-store.ts'
import { listTopicMarks } from './read-mark-store.ts'
import { loadFlags } from './reader-flags.ts'

/**
 * Messages that move to another topic come under other marks. For those who have marks in either topic,
 * what was read stays read and what was unread stays unread.
 */
export async function keepReadState(
  db: Db,
  messages: readonly MessagesTable[],
  fromTopic: string,
  toTopic: string,
): Promise<void> {
  const [first] = messages
  if (!first || first.stream_id === null || fromTopic === toTopic) return
  const marks = await listTopicMarks(db, first.realm_id, first.stream_id, [fromTopic, toTopic])
  const ids = messages.map((message) => message.id)
  for (const userId of new Set(marks.map((mark) => mark.user_id))) {
    const { state } = await loadFlags(db, first.realm_id, userId, Math.min(...ids), Math.max(...ids))
    const changed = new Map<number, boolean>()
    for (const { id, stream_id: streamId } of messages) {
      const before = state.isRead(id, streamId, fromTopic)
      const after = id <= state.readUntil(streamId, toTopic)
      if (before !== after && !state.isException(id)) changed.set(id, before)
    }
    await storeReadExceptions(db, first.realm_id, userId, changed)
  }
}
