import { secondsOf } from '../../platform/clock.ts'
import type { Chat, ChatTransaction } from '../chat.ts'
import { badRequest, withoutCode } from '../chat-error.ts'
import { checkTopic } from '../sending/message-content.ts'
import type { Stream } from '../streams/stream.ts'
import { accessStreamById, accessStreamByName } from '../streams/stream-access.ts'
import { findStream, findStreamByName } from '../streams/stream-store.ts'
import type { Actor } from '../users/user.ts'
import { mutedTopicsChanged } from './muted-topic-events.ts'
import { deleteMutedTopic, insertMutedTopic, listMutedTopics } from './muted-topic-store.ts'

/** A stream by its name or by its id. */
export type NamedStream = { name: string } | { id: number }

/** A topic can be muted before it has messages. */
export function muteTopic(chat: Chat, actor: Actor, named: NamedStream, topic: string): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const stream = await findStreamToMute(transaction, actor, named)
    const checked = checkTopic(topic)
    const isNew = await insertMutedTopic(transaction.db, {
      realm_id: actor.realm.id,
      user_id: actor.user.id,
      stream_id: stream.id,
      topic: checked,
      topic_key: checked.toLowerCase(),
      muted_at: secondsOf(chat.clock),
    })
    if (!isNew) throw withoutCode('Topic already muted')
    await announceAll(transaction, actor)
  })
}

/** Also of a stream that one has lost sight of. */
export function unmuteTopic(chat: Chat, actor: Actor, named: NamedStream, topic: string): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const stream =
      'id' in named
        ? await findStream(db, actor.realm.id, named.id)
        : await findStreamByName(db, actor.realm.id, named.name)
    const wasMuted =
      stream &&
      (await deleteMutedTopic(db, {
        realm_id: actor.realm.id,
        user_id: actor.user.id,
        stream_id: stream.id,
        topic_key: topic.trim().toLowerCase(),
      }))
    if (!wasMuted) throw withoutCode('Topic is not muted')
    await announceAll(transaction, actor)
  })
}

async function findStreamToMute(
  transaction: ChatTransaction,
  actor: Actor,
  named: NamedStream,
): Promise<Stream> {
  if ('id' in named) {
    const stream = await accessStreamById(transaction.db, actor, named.id)
    if (!stream) throw badRequest('Invalid stream id')
    return stream
  }
  const stream = await accessStreamByName(transaction.db, actor, named.name)
  if (!stream) throw badRequest(`Invalid stream name '${named.name}'`)
  return stream
}

async function announceAll(transaction: ChatTransaction, actor: Actor): Promise<void> {
  const rows = await listMutedTopics(transaction.db, actor.realm.id, actor.user.id)
  transaction.announce(mutedTopicsChanged(actor.user.id, rows))
}
