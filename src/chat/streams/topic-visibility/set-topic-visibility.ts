import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { accessStreamById } from '../stream-access.ts'
import { findStream } from '../stream-store.ts'
import { checkTopic } from '../topic-name.ts'
import { findTopicPolicy, listMutedTopics } from './muted-topic-store.ts'
import { mutedTopicsTable } from './muted-topics-table.ts'
import { mutedTopicsChanged, userTopicChanged } from './user-topic-events.ts'
import { type VisibilityPolicy, visibilityPolicy } from './visibility-policy.ts'

/**
 * The topic need not have messages. An administrator can reset a policy even in a private stream that they have left.
 */
export function setTopicVisibility(
  chat: ChatPlatform,
  actor: Actor,
  streamId: number,
  topic: string,
  policy: VisibilityPolicy,
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const known = await findTopicPolicy(db, {
      realm_id: actor.realm.id,
      user_id: actor.user.id,
      stream_id: streamId,
      topic_key: topic.trim().toLowerCase(),
    })
    const stream =
      known && policy === visibilityPolicy.none
        ? await findStream(db, actor.realm.id, streamId)
        : await accessStreamById(db, actor, streamId)
    if (!stream) throw badRequest('Invalid stream id')
    await changeTopicPolicy(chat, transaction, actor, stream.id, checkTopic(topic), policy)
  })
}

/** Within a transaction, after the caller has checked the stream and the topic. Returns false if nothing changes. */
export async function changeTopicPolicy(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  actor: Actor,
  streamId: number,
  topic: string,
  policy: VisibilityPolicy,
): Promise<boolean> {
  const row = {
    realm_id: actor.realm.id,
    user_id: actor.user.id,
    stream_id: streamId,
    topic,
    topic_key: topic.toLowerCase(),
    muted_at: secondsOf(chat.clock),
    visibility_policy: policy,
  }
  const before = (await findTopicPolicy(transaction.db, row))?.visibility_policy ?? visibilityPolicy.none
  if (before === policy) return false
  if (policy === visibilityPolicy.none) await mutedTopicsTable.remove(transaction.db, row)
  else await mutedTopicsTable.put(transaction.db, row)
  transaction.announce(userTopicChanged(actor.user.id, row))
  if (before === visibilityPolicy.muted || policy === visibilityPolicy.muted) {
    await announceMutedTopics(transaction, actor.user)
  }
  return true
}

/** The whole list, for older clients. */
export async function announceMutedTopics(
  transaction: ChatTransaction,
  user: Pick<User, 'realm_id' | 'id'>,
): Promise<void> {
  const rows = await listMutedTopics(transaction.db, user.realm_id, user.id)
  transaction.announce(mutedTopicsChanged(user.id, rows))
}
