import type { Chat, ChatTransaction } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { eraseMessages } from '../message-edits/erase-messages.ts'
import { finishMovesOf } from '../message-edits/move-messages.ts'
import { findMoveAmong } from '../message-edits/topic-move-store.ts'
import { changeAudience, messageDeleted } from '../messages/message-events.ts'
import { findReach } from '../messages/message-reach.ts'
import { findFirstMessageId } from '../messages/message-store.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import type { Stream } from '../streams/stream.ts'
import { accessStreamById } from '../streams/stream-access.ts'
import { updateStream } from '../streams/stream-store.ts'
import type { Actor } from '../users/user.ts'
import { findUsers } from '../users/user-store.ts'
import { topicMessagesDeleted } from './topic-events.ts'
import { listTopicPage } from './topic-store.ts'

/** Other people's writes come in between two batches. */
const MESSAGES_PER_BATCH = 100
/** A client does not wait for ever; it asks again for the rest. */
const TIME_LIMIT_MS = 20_000

/** Newest first, as far as the actor may read them. Answers false when time was up before all were gone. */
export async function deleteTopic(
  chat: Chat,
  actor: Actor,
  streamId: number,
  topic: string,
): Promise<boolean> {
  const topicKey = topic.trim().toLowerCase()
  if (topicKey === '') throw badRequest("Topic can't be empty")
  const deadline = chat.clock.now() + TIME_LIMIT_MS
  let before = Number.MAX_SAFE_INTEGER
  do {
    const page = await chat.transact(actor.realm.id, (transaction) =>
      deleteBatch(transaction, actor, streamId, topicKey, before),
    )
    if (!page) {
      await finishMovesOf(chat, { realmId: actor.realm.id, streamId, topicKeys: [topicKey] }, deadline)
      continue
    }
    if (page.length < MESSAGES_PER_BATCH) return true
    before = page.at(-1)!.id
  } while (chat.clock.now() < deadline)
  return false
}

/** Answers with the messages that were looked at; undefined: others are being moved, and have to be waited for. */
async function deleteBatch(
  transaction: ChatTransaction,
  actor: Actor,
  streamId: number,
  topicKey: string,
  before: number,
): Promise<MessagesTable[] | undefined> {
  const { db } = transaction
  // Each time anew: a batch must not go on in a stream that the actor has lost meanwhile.
  const stream = await accessStreamById(db, actor, streamId)
  if (!stream) throw badRequest('Invalid stream id')
  if (await findMoveAmong(db, actor.realm.id, streamId, [topicKey])) return undefined
  const range = { topic_key: topicKey, from_message: 0, before_message: before }
  const page = await listTopicPage(db, stream, { ...range, limit: MESSAGES_PER_BATCH })
  const { reach } = await findReach(db, actor, page)
  const readable = page.filter(({ id }) => reach.has(id))
  const gone = await eraseMessages(transaction, actor.realm, readable)
  if (gone.some((message) => message.id === stream.first_message_id)) {
    const first = await findFirstMessageId(db, actor.realm.id, stream.recipient_id)
    await updateStream(db, actor.realm.id, stream.id, { first_message_id: first })
  }
  await announceGone(transaction, stream, gone)
  return page
}

async function announceGone(
  transaction: ChatTransaction,
  stream: Stream,
  gone: readonly MessagesTable[],
): Promise<void> {
  const [first] = gone
  if (!first) return
  if (stream.history_public) {
    transaction.announce(topicMessagesDeleted(gone, stream.id, changeAudience(first, stream, null)))
    return
  }
  // Readers of a closed history know different parts of the topic: each message has its own audience.
  const senderIds = [...new Set(gone.map((message) => message.sender_id))]
  const senders = new Map(
    (await findUsers(transaction.db, stream.realm_id, senderIds)).map((user) => [user.id, user]),
  )
  for (const message of gone) {
    const audience = changeAudience(message, stream, null)
    transaction.announce(messageDeleted(message, senders.get(message.sender_id)!, audience))
  }
}
