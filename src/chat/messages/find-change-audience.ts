import type { Audience } from '../audience.ts'
import type { Db } from '../chat.ts'
import type { Actor } from '../identity/users/user.ts'
import { findStream } from '../streams/stream-store.ts'
import { conversationMembers } from './message-access.ts'
import { changeAudience } from './message-events.ts'
import type { MessagesTable } from './messages-table.ts'

/** Who is told that somebody attached something to a message: always that somebody as well. */
export async function findChangeAudience(db: Db, actor: Actor, message: MessagesTable): Promise<Audience> {
  const users = [actor.user.id]
  if (message.stream_id === null) {
    return changeAudience(message, undefined, await conversationMembers(db, message))
  }
  const stream = await findStream(db, actor.realm.id, message.stream_id)
  // Of an archived stream nobody else is left to be told.
  if (!stream) return { users }
  return { ...changeAudience(message, stream, null), users }
}
