import { IdRanges } from '../../../platform/caches/id-ranges.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { everythingRead, flagsChanged } from '../../messages/flags/flag-events.ts'
import {
  loadReadRangesOf,
  replaceReadRanges,
  storeEverythingRead,
} from '../../messages/flags/read-range-store.ts'
import { hasTopicWithin } from '../../messages/message-store.ts'
import { loadReceptionsOf } from '../../streams/recipients/receptions.ts'
import type { Stream } from '../../streams/stream.ts'
import { accessStreamById } from '../../streams/stream-access.ts'
import { idsOf } from './change-read.ts'
import { unreadRanges } from './unread-ranges.ts'
import { listUnreadAfter } from './unread-store.ts'

/** Other writers get their turn between two batches. Each batch has its own event. */
const MESSAGES_PER_BATCH = 5000

export function markAllAsRead(chat: ChatPlatform, { realm, user }: Actor): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    await storeEverythingRead(transaction.db, realm.id, user.id, await transaction.last('messages'))
    transaction.announce(everythingRead(user.id))
  })
}

export function markStreamAsRead(chat: ChatPlatform, actor: Actor, streamId: number): Promise<void> {
  return markInBatches(chat, actor, streamId, '')
}

export function markTopicAsRead(
  chat: ChatPlatform,
  actor: Actor,
  streamId: number,
  topic: string,
): Promise<void> {
  return markInBatches(chat, actor, streamId, topic)
}

/** Messages that arrive meanwhile stay unread. */
async function markInBatches(
  chat: ChatPlatform,
  actor: Actor,
  streamId: number,
  topic: string,
): Promise<void> {
  const topicKey = topic.trim().toLowerCase()
  let upTo: number | undefined
  const markBatch = () =>
    chat.transact(actor.realm.id, async (transaction) => {
      const stream = await findStreamToMark(transaction, actor, streamId)
      if (upTo === undefined) {
        if (topicKey !== '' && !(await hasReceivedTopic(transaction, actor, stream, topicKey))) {
          throw badRequest(`No such topic '${topic}'`)
        }
        upTo = await transaction.last('messages')
      }
      return markSome(transaction, actor.user, stream, topicKey, upTo)
    })
  while (await markBatch());
}

/** A topic without received messages is reported as missing, whether it exists or not. */
async function hasReceivedTopic(
  { db }: ChatTransaction,
  { realm, user }: Actor,
  { recipient_id: recipientId }: Stream,
  topicKey: string,
): Promise<boolean> {
  const reception = (await loadReceptionsOf(db, realm.id, user.id, [recipientId])).get(recipientId)
  for (const range of reception?.received.ranges ?? []) {
    if (await hasTopicWithin(db, realm.id, recipientId, topicKey, range)) return true
  }
  return false
}

/** Marks a whole stream as read, within a transaction. */
export async function markRead(transaction: ChatTransaction, user: User, stream: Stream): Promise<void> {
  const upTo = await transaction.last('messages')
  while (await markSome(transaction, user, stream, '', upTo));
}

/**
 * Marks the oldest unread messages of a stream (empty topic) or of one of its topics. Returns whether there may be
 * more.
 */
async function markSome(
  transaction: ChatTransaction,
  { realm_id: realmId, id: userId }: User,
  { recipient_id: recipientId }: Stream,
  topicKey: string,
  upTo: number,
): Promise<boolean> {
  const { db } = transaction
  const read = await loadReadRangesOf(db, realmId, userId, [recipientId])
  const unread = unreadRanges(await loadReceptionsOf(db, realmId, userId, [recipientId]), read)
  const page = { topicKey, after: 0, limit: MESSAGES_PER_BATCH }
  const messages = (await listUnreadAfter(db, realmId, unread, page)).filter(({ id }) => id <= upTo)
  // Never write without an event: it invalidates the reader's cached state.
  if (messages.length === 0) return false
  const ids = messages.map(({ id }) => id)
  const before = read.get(recipientId) ?? IdRanges.none
  const added = IdRanges.of(topicKey === '' ? [{ from: 1, to: ids.at(-1)! }] : messages.map(idsOf))
  const ranges = added.ranges.map(({ from, to }) => [recipientId, from, to] as const)
  transaction.announce(flagsChanged(userId, 'add', 'read', ids, { ranges }))
  await replaceReadRanges(db, { realmId, userId, recipientId }, before, before.union(added))
  return messages.length === MESSAGES_PER_BATCH
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
