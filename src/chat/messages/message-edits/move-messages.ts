import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { findTopicLinks } from '../../markdown/render-topic-links.ts'
import { streamsTable } from '../../streams/streams-table.ts'
import { findReach } from '../message-reach.ts'
import { updateTopics } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'
import type { Rendering } from '../rendering.ts'
import { pauseAndMerge } from '../search-index/pause-and-merge.ts'
import { listTopicPage } from '../topic-store.ts'
import { announceEdit, type Changes } from './announce-edit.ts'
import { announceMove } from './announce-move.ts'
import { recordEdits } from './edit-history.ts'
import { findMoveAmong, type TopicPlace } from './message-edit-store.ts'
import { type TopicMovesTable, topicMovesTable } from './message-edits-table.ts'
import { limitByReaders, type Relocation, relocateMessages } from './relocate-messages.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    topic_move: QueuedMove
  }
}

export interface QueuedMove {
  moveId: number
}

/** Other writers get their turn between two batches. Each batch has its own event. */
const MESSAGES_PER_BATCH = 100
/** The pause between batches leaves most of the time to other writers. */
export const REST_MS = 5
/** An active move completes a batch more often than this. */
export const STALLED_AFTER_MS = 5000
/** After this time the request returns, and the outbox finishes the move. */
const TIME_LIMIT_MS = 20_000

export const deadlineOf = (chat: ChatPlatform) => chat.clock.now() + TIME_LIMIT_MS

/** Which messages of which topic move where, and how far the move has progressed. */
export type MoveRange = Pick<
  TopicMovesTable,
  | 'realm_id'
  | 'recipient_id'
  | 'topic_key'
  | 'topic'
  | 'to_stream_id'
  | 'to_recipient_id'
  | 'from_message'
  | 'before_message'
>

export interface Batch {
  /** before the move, ascending */
  moved: readonly MessagesTable[]
  /** where the next batch ends; undefined: this was the last one */
  next: number | undefined
}

interface BatchOptions {
  mover: Actor
  now: number
  /** this message has been moved already */
  except?: number
  /** given if the messages move to another stream */
  relocation: Relocation | undefined
}

/** Moves the newest remaining messages that the mover can see. The caller's transaction announces them. */
export async function moveBatch(
  transaction: ChatTransaction,
  range: MoveRange,
  { mover, now, except, relocation }: BatchOptions,
): Promise<Batch> {
  const { db } = transaction
  const { realm_id: realmId, topic } = range
  const page = await listTopicPage(db, range, { ...range, limit: MESSAGES_PER_BATCH })
  const { reach } = await findReach(db, mover, page)
  const movable = page
    .filter(({ id, topic: from }) => (relocation || from !== topic) && id !== except && reach.has(id))
    .reverse()
  const moved = relocation ? await limitByReaders(db, movable, relocation) : movable
  if (moved.length > 0) {
    const ids = moved.map(({ id }) => id)
    const movesStream = relocation !== undefined
    const edit = { userId: mover.user.id, editedAt: now, topic, movesStream, changesContent: false }
    await recordEdits(db, realmId, ids, edit)
    if (relocation) await relocateMessages(transaction, moved, relocation)
    else await updateTopics(db, realmId, moved, topic, now)
  }
  if (moved.length < movable.length) return { moved, next: moved[0]!.id }
  return { moved, next: page.length < MESSAGES_PER_BATCH ? undefined : page.at(-1)!.id }
}

/**
 * Moves the next batch. Returns true if nothing is left. Any caller can continue a move: two at once take turns. A move
 * is completed even if its author has lost the permission meanwhile, because half a topic would help nobody. Only
 * messages that the author can no longer see stay where they are.
 */
export async function continueMove(chat: Rendering, realmId: number, moveId: number): Promise<boolean> {
  const { linkifiers } = await chat.vocabularies.require(realmId)
  const realm = await chat.realmsById.require(realmId)
  return chat.transact(realmId, async (transaction) => {
    const { db } = transaction
    const move = await topicMovesTable.find(db, { realm_id: realmId, id: moveId })
    if (!move) return true
    const now = secondsOf(chat.clock)
    const user = (await usersTable.find(db, { realm_id: realmId, id: move.user_id }))!
    const source = (await streamsTable.find(db, { realm_id: realmId, id: move.stream_id }))!
    const target = (await streamsTable.find(db, { realm_id: realmId, id: move.to_stream_id }))!
    const isRelocation = move.to_stream_id !== move.stream_id
    // Nobody could read the messages in an archived stream, nor be told that they left one.
    if (isRelocation && (source.deactivated || target.deactivated)) {
      await topicMovesTable.remove(db, move)
      return true
    }
    const { topic } = move
    const relocation = isRelocation ? { source, target, topic, now } : undefined
    const options = { mover: { realm, user }, now, relocation }
    const { moved, next } = await moveBatch(transaction, move, options)
    const [first, ...others] = moved
    if (first) {
      const edit = {
        editor: { realm, user },
        mode: move.propagate_mode,
        now,
        stream: source,
        members: null,
      }
      const changes: Changes = { topic, topicLinks: findTopicLinks(topic, linkifiers) }
      if (relocation) changes.stream = relocation.target
      const announceChange = relocation ? announceMove : announceEdit
      await announceChange(transaction, edit, changes, first, others)
    }
    if (next === undefined) await topicMovesTable.remove(db, move)
    else await topicMovesTable.update(db, move, { before_message: next, worked_at: chat.clock.now() })
    return next === undefined
  })
}

/** Returns false if the time limit passed first. Then the outbox completes the move (resume-moves.ts). */
export async function finishMove(
  chat: Rendering,
  realmId: number,
  moveId: number,
  deadline: number,
): Promise<boolean> {
  while (!(await continueMove(chat, realmId, moveId))) {
    if (chat.clock.now() >= deadline) return false
    await pauseAndMerge(chat, realmId, REST_MS)
  }
  return true
}

/** A change of a whole topic waits for pending moves from and to it, so that it finds the topic complete. */
export async function finishMovesOf(
  chat: Rendering,
  { realmId, places }: { realmId: number; places: readonly TopicPlace[] },
  deadline: number,
): Promise<void> {
  for (;;) {
    const move = await findMoveAmong(chat.database.read, realmId, places)
    if (!move) return
    if (!(await finishMove(chat, realmId, move.id, deadline))) {
      throw badRequest('Messages of this topic are still being moved: try again later')
    }
  }
}
