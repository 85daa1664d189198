import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { findHolds, underLegalHold } from '../../identity/legal-holds/held.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessStreamById, isHistoryOpenTo } from '../../streams/stream-access.ts'
import { eraseAndAnnounce } from '../message-edits/erase-and-announce.ts'
import { findMoveAmong } from '../message-edits/message-edit-store.ts'
import { finishMovesOf } from '../message-edits/move-messages.ts'
import { findReach } from '../message-reach.ts'
import type { MessagesTable } from '../messages-table.ts'
import type { Rendering } from '../rendering.ts'
import { hasMessageOf, listTopicPage, listTopics, type TopicRow } from '../topic-store.ts'

/** Other writers get their turn between two batches. */
const MESSAGES_PER_BATCH = 100
/** After this time the request returns, and the client repeats it for the rest. */
const TIME_LIMIT_MS = 20_000

/** Deletes the messages that the actor may read, newest first. Returns false if the time limit passed first. */
export async function deleteTopic(
  chat: Rendering,
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
      await finishMovesOf(chat, { realmId: actor.realm.id, places: [{ streamId, topicKey }] }, deadline)
      continue
    }
    if (page.length < MESSAGES_PER_BATCH) return true
    before = page.at(-1)!.id
  } while (chat.clock.now() < deadline)
  return false
}

/** Returns the messages of the batch, readable or not; undefined: it has to wait for pending moves. */
async function deleteBatch(
  transaction: ChatTransaction,
  actor: Actor,
  streamId: number,
  topicKey: string,
  before: number,
): Promise<MessagesTable[] | undefined> {
  const { db } = transaction
  // Checked for each batch: the actor may have lost access to the stream meanwhile.
  const stream = await accessStreamById(db, actor, streamId)
  if (!stream) throw badRequest('Invalid stream id')
  // All of the topic goes, or nothing.
  const { streams, users } = await findHolds(db, actor.realm.id)
  if (streams.has(streamId)) throw underLegalHold('This stream is')
  if (await hasMessageOf(db, stream, topicKey, [...users])) throw underLegalHold('Some of these messages are')
  if (await findMoveAmong(db, actor.realm.id, [{ streamId, topicKey }])) return undefined
  const range = { topic_key: topicKey, from_message: 0, before_message: before }
  const page = await listTopicPage(db, stream, { ...range, limit: MESSAGES_PER_BATCH })
  const { reach } = await findReach(db, actor, page)
  const readable = page.filter(({ id }) => reach.has(id))
  await eraseAndAnnounce(transaction, actor.realm, readable, { stream, members: null })
  if (readable.length > 0) {
    await recordAudit(transaction, {
      action: 'topic.deleted',
      id: `${streamId}:${topicKey}`,
      name: `${stream.name} > ${readable[0]!.topic}`,
      before: { stream_id: streamId, messages: readable.length },
    })
  }
  return page
}

/** If the history of the stream is closed, only topics in which the actor has received a message. */
export async function getTopics(chat: ChatPlatform, actor: Actor, streamId: number): Promise<TopicRow[]> {
  const db = chat.database.read
  const stream = await accessStreamById(db, actor, streamId)
  if (!stream) throw badRequest('Invalid stream id')
  const isOpen = isHistoryOpenTo(actor, stream, true)
  const scope = isOpen ? ({ all: true } as const) : { all: false as const, userId: actor.user.id }
  return listTopics(db, actor.realm.id, stream.recipient_id, scope)
}
