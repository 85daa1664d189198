import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Stream } from '../stream.ts'
import { accessStreamById, accessStreamByName } from '../stream-access.ts'
import { findStream, findStreamByName } from '../stream-store.ts'
import { checkTopic } from '../topic-name.ts'
import { findTopicPolicy } from './muted-topic-store.ts'
import { changeTopicPolicy } from './set-topic-visibility.ts'
import { visibilityPolicy } from './visibility-policy.ts'

/** A stream by its name or by its id. */
export type NamedStream = { name: string } | { id: number }

/** A topic can be muted before it has messages. */
export function muteTopic(
  chat: ChatPlatform,
  actor: Actor,
  named: NamedStream,
  topic: string,
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const stream = await findStreamToMute(transaction, actor, named)
    const checked = checkTopic(topic)
    const { muted } = visibilityPolicy
    const isNew = await changeTopicPolicy(chat, transaction, actor, stream.id, checked, muted)
    if (!isNew) throw badRequest('Topic already muted')
  })
}

/** Administrators can do this even in a private stream that they have left. */
export function unmuteTopic(
  chat: ChatPlatform,
  actor: Actor,
  named: NamedStream,
  topic: string,
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const stream =
      'id' in named
        ? await findStream(db, actor.realm.id, named.id)
        : await findStreamByName(db, actor.realm.id, named.name)
    const known =
      stream &&
      (await findTopicPolicy(db, {
        realm_id: actor.realm.id,
        user_id: actor.user.id,
        stream_id: stream.id,
        topic_key: topic.trim().toLowerCase(),
      }))
    if (known?.visibility_policy !== visibilityPolicy.muted) throw badRequest('Topic is not muted')
    await changeTopicPolicy(chat, transaction, actor, known.stream_id, known.topic, visibilityPolicy.none)
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
