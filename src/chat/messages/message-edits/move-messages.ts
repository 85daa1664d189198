import { secondsOf } from '../../../platform/clock.ts'
import type { Chat, ChatTransaction } from '../../chat.ts'
import { badRequest } from '../../chat-error.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findUser } from '../../identity/users/user-store.ts'
import { findTopicLinks } from '../../markdown/render-topic-links.ts'
import { findStream } from '../../streams/stream-store.ts'
import { findReach } from '../message-reach.ts'
import { updateTopics } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'
import { restAndTidy } from '../search-index/rest-and-tidy.ts'
import { listTopicPage } from '../topics/topic-store.ts'
import { announceEdit } from './announce-edit.ts'
import { recordEdits } from './edit-history.ts'
import { deleteMove, findMove, findMoveAmong, updateMove } from './topic-move-store.ts'
import type { TopicMovesTable } from './topic-moves-table.ts'

/** Other people's writes come in between two batches, and each has its own event. */
const MESSAGES_PER_BATCH = 100
/** Others are not only let in between two batches, but have most of the time for themselves. */
export const REST_MS = 5
/** A client does not wait for ever. */
const TIME_LIMIT_MS = 20_000

export const deadlineOf = (chat: Chat) => chat.clock.now() + TIME_LIMIT_MS

/** Which messages of which topic go where, and how far that has got. */
export type MoveRange = Pick<
  TopicMovesTable,
  'realm_id' | 'recipient_id' | 'topic_key' | 'topic' | 'from_message' | 'before_message'
>

export interface Batch {
  /** as they were, ascending */
  moved: readonly MessagesTable[]
  /** where the next batch ends; undefined: this was the last */
  next: number | undefined
}

/** The newest messages that are left of a move and that the mover can see, in a transaction whose action tells of them. */
export async function moveBatch(
  { db }: ChatTransaction,
  range: MoveRange,
  { mover, now, except }: { mover: Actor; now: number; except?: number },
): Promise<Batch> {
  const { realm_id: realmId, topic } = range
  const page = await listTopicPage(db, range, { ...range, limit: MESSAGES_PER_BATCH })
  const { reach } = await findReach(db, mover, page)
  const moved = page
    .filter(({ id, topic: from }) => from !== topic && id !== except && reach.has(id))
    .reverse()
  if (moved.length > 0) {
    const ids = moved.map(({ id }) => id)
    const edit = { userId: mover.user.id, editedAt: now, movesTopic: true, changesContent: false }
    await recordEdits(db, realmId, ids, edit)
    await updateTopics(db, realmId, moved, topic, now)
  }
  return { moved, next: page.length < MESSAGES_PER_BATCH ? undefined : page.at(-1)!.id }
}

/**
 * Does the next batch of a move; true: there is none any more. Whoever comes does it: two at once do one batch after the
 * other. Who asked for the move may have lost the right to since then: half a topic would help nobody. Only what they
 * cannot see any more stays where it is.
 */
export async function continueMove(chat: Chat, realmId: number, moveId: number): Promise<boolean> {
  const { linkifiers } = await chat.vocabularies.require(realmId)
  const realm = await chat.realmsById.require(realmId)
  return chat.transact(realmId, async (transaction) => {
    const { db } = transaction
    const move = await findMove(db, realmId, moveId)
    if (!move) return true
    const now = secondsOf(chat.clock)
    const user = (await findUser(db, realmId, move.user_id))!
    const { moved, next } = await moveBatch(transaction, move, { mover: { realm, user }, now })
    const [first, ...others] = moved
    if (first) {
      const told = {
        editor: { realm, user },
        mode: move.propagate_mode,
        now,
        stream: await findStream(db, realmId, move.stream_id),
        members: null,
      }
      const changes = { topic: move.topic, topicLinks: findTopicLinks(move.topic, linkifiers) }
      await announceEdit(transaction, told, changes, first, others)
    }
    if (next === undefined) await deleteMove(db, move)
    else await updateMove(db, move, { before_message: next, worked_at: chat.clock.now() })
    return next === undefined
  })
}

/** False: time was up before the end. Then the server goes on by itself (resume-moves.ts). */
export async function finishMove(
  chat: Chat,
  realmId: number,
  moveId: number,
  deadline: number,
): Promise<boolean> {
  while (!(await continueMove(chat, realmId, moveId))) {
    if (chat.clock.now() >= deadline) return false
    await restAndTidy(chat, realmId, REST_MS)
  }
  return true
}

/** What changes a whole topic comes after the moves from it and to it: it must find the topic complete. */
export async function finishMovesOf(
  chat: Chat,
  place: { realmId: number; streamId: number; topicKeys: readonly string[] },
  deadline: number,
): Promise<void> {
  const { realmId, streamId, topicKeys } = place
  for (;;) {
    const move = await findMoveAmong(chat.database.read, realmId, streamId, topicKeys)
    if (!move) return
    if (!(await finishMove(chat, realmId, move.id, deadline))) {
      throw badRequest('Messages of this topic are still being moved: try again later')
    }
  }
}
