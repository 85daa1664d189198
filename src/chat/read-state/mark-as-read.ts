import type { Chat, ChatTransaction } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { hasTopicWithin } from '../messages/message-store.ts'
import { listReceptionsFrom } from '../recipients/recipient-store.ts'
import type { Stream } from '../streams/stream.ts'
import { accessStreamById } from '../streams/stream-access.ts'
import type { Actor, User } from '../users/user.ts'
import { everythingRead, flagsChanged } from './flag-events.ts'
import { listUnread } from './list-unread.ts'
import { dropReadExceptions, listReadExceptions } from './message-flag-store.ts'
import { storeReadMark } from './read-mark-store.ts'

/** One mark, however many messages it covers. */
export function markAllAsRead(chat: Chat, actor: Actor): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const exceptions = await listReadExceptions(db, actor.realm.id, actor.user.id)
    await storeReadMark(db, {
      realm_id: actor.realm.id,
      user_id: actor.user.id,
      stream_id: 0,
      topic_key: '',
      until_message: await transaction.last('messages'),
    })
    const ids = exceptions.map((row) => row.message_id)
    await dropReadExceptions(db, actor.realm.id, actor.user.id, ids)
    transaction.announce(everythingRead(actor.user.id))
  })
}

export function markStreamAsRead(chat: Chat, actor: Actor, streamId: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const stream = await findStreamToMark(transaction, actor, streamId)
    await markRead(transaction, actor.user, stream, '')
  })
}

export function markTopicAsRead(chat: Chat, actor: Actor, streamId: number, topic: string): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const stream = await findStreamToMark(transaction, actor, streamId)
    const topicKey = topic.trim().toLowerCase()
    if (topicKey !== '' && !(await hasReceivedTopic(transaction, actor, stream, topicKey))) {
      throw badRequest(`No such topic '${topic}'`)
    }
    await markRead(transaction, actor.user, stream, topicKey)
  })
}

/** What the actor never received is no topic of theirs, whether it exists or not. */
async function hasReceivedTopic(
  { db }: ChatTransaction,
  { realm, user }: Actor,
  { recipient_id }: Stream,
  topicKey: string,
): Promise<boolean> {
  for (const { from_message, until_message } of await listReceptionsFrom(
    db,
    realm.id,
    user.id,
    recipient_id,
  )) {
    const period = { from: from_message, until: until_message }
    if (await hasTopicWithin(db, realm.id, recipient_id, topicKey, period)) return true
  }
  return false
}

/** A whole stream (empty topic) or one topic of it, within a transaction. */
export async function markRead(
  transaction: ChatTransaction,
  user: User,
  stream: Stream,
  topicKey: string,
): Promise<void> {
  const { db } = transaction
  const unread = (await listUnread(db, user.realm_id, user.id, (row) => row.stream_id === stream.id)).filter(
    (message) => topicKey === '' || message.topic_key === topicKey,
  )
  const ids = unread.map((message) => message.id)
  // A mark that nobody is told of would be unknown where the reader's marks are remembered.
  if (ids.length === 0) return
  await storeReadMark(db, {
    realm_id: user.realm_id,
    user_id: user.id,
    stream_id: stream.id,
    topic_key: topicKey,
    until_message: await transaction.last('messages'),
  })
  await dropReadExceptions(db, user.realm_id, user.id, ids)
  transaction.announce(flagsChanged(user.id, 'add', 'read', ids))
}

async function findStreamToMark(
  transaction: ChatTransaction,
  actor: Actor,
  streamId: number,
): Promise<Stream> {
  const stream = await accessStreamById(transaction.db, actor, streamId)
  if (!stream) throw badRequest('Invalid stream id')
  return stream
}
