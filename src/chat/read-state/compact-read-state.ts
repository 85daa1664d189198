import type { Chat } from '../chat.ts'
import type { User } from '../users/user.ts'
import { listUnread } from './list-unread.ts'
import { dropReadExceptions, listReadExceptions } from './message-flag-store.ts'
import { listReadMarks, storeReadMark } from './read-mark-store.ts'
import { ReadState } from './read-state.ts'

/** So many rows are cheaper to keep than to compact. */
const EXCEPTIONS_KEPT = 200

/**
 * Everything before the first unread message is read, so one mark can say it instead of a row for each
 * message that was read by itself. Nothing changes for the reader, so nothing is announced.
 */
export async function compactReadState(chat: Chat, user: User): Promise<void> {
  const rows = await listReadExceptions(chat.database.read, user.realm_id, user.id)
  if (rows.length <= EXCEPTIONS_KEPT) return
  await chat.transact(user.realm_id, async (transaction) => {
    const { db } = transaction
    const [first] = await listUnread(db, user.realm_id, user.id)
    const until = first ? first.id - 1 : await transaction.last('messages')
    const marks = new ReadState(await listReadMarks(db, user.realm_id, user.id, 0), new Map())
    if (until <= marks.readUntil(null)) return
    const mark = {
      realm_id: user.realm_id,
      user_id: user.id,
      stream_id: 0,
      topic_key: '',
      until_message: until,
    }
    await storeReadMark(db, mark)
    const covered = (await listReadExceptions(db, user.realm_id, user.id)).filter(
      (row) => row.message_id <= until,
    )
    const ids = covered.map((row) => row.message_id)
    await dropReadExceptions(db, user.realm_id, user.id, ids)
  })
}
