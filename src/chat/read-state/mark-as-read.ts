import { IdRanges } from '../../platform/id-ranges.ts'
import type { Chat, ChatTransaction } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { hasTopicWithin } from '../messages/message-store.ts'
import { loadReceptionsOf } from '../recipients/receptions.ts'
import type { Stream } from '../streams/stream.ts'
import { accessStreamById } from '../streams/stream-access.ts'
import type { Actor, User } from '../users/user.ts'
import { idsOf } from './change-read.ts'
import { everythingRead, flagsChanged } from './flag-events.ts'
import { loadReadRangesOf, replaceReadRanges, storeEverythingRead } from './read-range-store.ts'
import { unreadRanges } from './unread-ranges.ts'
import { listUnreadAfter } from './unread-store.ts'

/** The event of a stream with more unread messages comes in several parts. */
const MESSAGES_PER_EVENT = 10_000

export function markAllAsRead(chat: Chat, { realm, user }: Actor): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    await storeEverythingRead(transaction.db, realm.id, user.id, await transaction.last('messages'))
    transaction.announce(everythingRead(user.id))
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

/** A topic that the actor received nothing of is no topic of theirs, whether it exists or not. */
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

/** A whole stream (empty topic) or one topic of it, within a transaction. */
export async function markRead(
  transaction: ChatTransaction,
  { realm_id: realmId, id: userId }: User,
  { recipient_id: recipientId }: Stream,
  topicKey: string,
): Promise<void> {
  const { db } = transaction
  const read = await loadReadRangesOf(db, realmId, userId, [recipientId])
  const unread = unreadRanges(await loadReceptionsOf(db, realmId, userId, [recipientId]), read)
  const marked: { from: number; to: number }[] = []
  for (let after = 0; ; ) {
    const page = { topicKey, after, limit: MESSAGES_PER_EVENT }
    const messages = await listUnreadAfter(db, realmId, unread, page)
    if (messages.length === 0) break
    transaction.announce(
      flagsChanged(
        userId,
        'add',
        'read',
        messages.map(({ id }) => id),
      ),
    )
    marked.push(...messages.map(idsOf))
    after = messages.at(-1)!.id
    if (messages.length < MESSAGES_PER_EVENT) break
  }
  // Without an event nothing may be written: it is what invalidates the reader's cached state.
  if (marked.length === 0) return
  const before = read.get(recipientId) ?? IdRanges.none
  const added = topicKey === '' ? [{ from: 1, to: marked.at(-1)!.to }] : marked
  await replaceReadRanges(db, { realmId, userId, recipientId }, before, before.union(IdRanges.of(added)))
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
