import { IdRanges } from '../../../platform/caches/id-ranges.ts'
import type { ChatTransaction, Db } from '../../chat-platform.ts'
import { insertArrivals } from '../../streams/recipients/arrival-store.ts'
import type { Stream } from '../../streams/stream.ts'
import { streamsTable } from '../../streams/streams-table.ts'
import { listAffectedReaders, type Transfer } from '../flags/read-transfer-store.ts'
import { transferReadState } from '../flags/transfer-read-state.ts'
import { findFirstMessageId, findPreviousIds, updateTopics } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'

/** How many read ranges a batch may write. More readers are affected: fewer messages move at once. */
const RANGES_PER_BATCH = 20_000

export interface Relocation {
  source: Stream
  target: Stream
  topic: string
  now: number
}

/** The newest of the messages (ascending) that can move in one transaction. */
export async function limitByReaders(
  db: Db,
  messages: readonly MessagesTable[],
  relocation: Relocation,
): Promise<readonly MessagesTable[]> {
  if (messages.length < 2) return messages
  const readers = await listAffectedReaders(db, transferOf(messages, relocation))
  const most = Math.max(1, Math.floor(RANGES_PER_BATCH / Math.max(1, readers.length)))
  return messages.slice(-most)
}

/**
 * Moves messages (ascending) of one stream to another, within a transaction that next announces it: its event is the
 * position at which the subscribers of the target receive them.
 */
export async function relocateMessages(
  { db, position }: ChatTransaction,
  messages: readonly MessagesTable[],
  relocation: Relocation,
): Promise<void> {
  if (messages.length === 0) return
  const { source, target, topic, now } = relocation
  const transfer = transferOf(messages, relocation)
  const readers = await listAffectedReaders(db, transfer)
  const arrivedAt = position + 1
  await updateTopics(db, target.realm_id, messages, topic, now, {
    recipient_id: target.recipient_id,
    stream_id: target.id,
    event_position: arrivedAt,
  })
  const ids = messages.map(({ id }) => id)
  const moved = (await findPreviousIds(db, target.realm_id, ids)).map(({ id, previous_id }) => ({
    id,
    from: previous_id + 1,
  }))
  await transferReadState(db, transfer, moved, readers)
  const arrivals = IdRanges.of(moved.map(({ id, from }) => ({ from, to: id })))
  await insertArrivals(db, target, arrivals, arrivedAt)
  await updateFirstMessage(db, source)
  await updateFirstMessage(db, target)
}

const transferOf = (messages: readonly MessagesTable[], { source, target }: Relocation): Transfer => ({
  realmId: target.realm_id,
  source: source.recipient_id,
  target: target.recipient_id,
  first: messages[0]!.id,
  last: messages.at(-1)!.id,
})

async function updateFirstMessage(db: Db, stream: Stream): Promise<void> {
  const first = await findFirstMessageId(db, stream.realm_id, stream.recipient_id)
  await streamsTable.update(db, stream, { first_message_id: first })
}
