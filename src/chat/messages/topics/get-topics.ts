import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessStreamById, isHistoryOpenTo } from '../../streams/stream-access.ts'
import { listTopics, type TopicRow } from './topic-store.ts'

/** If the history of the stream is closed, only topics in which the actor has received a message. */
export async function getTopics(chat: ChatPlatform, actor: Actor, streamId: number): Promise<TopicRow[]> {
  const db = chat.database.read
  const stream = await accessStreamById(db, actor, streamId)
  if (!stream) throw badRequest('Invalid stream id')
  const isOpen = isHistoryOpenTo(actor, stream, true)
  const scope = isOpen ? ({ all: true } as const) : { all: false as const, userId: actor.user.id }
  return listTopics(db, actor.realm.id, stream.recipient_id, scope)
}
