import type { Audience } from '../audience.ts'
import type { Db } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import { streamsTable } from '../streams/streams-table.ts'
import { conversationMembers } from './message-access.ts'
import { changeAudience } from './message-events.ts'
import type { MessagesTable } from './messages-table.ts'

/** The audience for a change of what is attached to a message. It always includes the actor. */
export async function findChangeAudience(db: Db, actor: Actor, message: MessagesTable): Promise<Audience> {
  if (message.stream_id === null) {
    return changeAudience(message, undefined, await conversationMembers(db, message))
  }
  const stream = await streamsTable.find(db, { realm_id: actor.realm.id, id: message.stream_id })
  return { ...changeAudience(message, stream, null), users: [actor.user.id] }
}
