import type { PlacedMessage } from '../read-state/move-read-mark.ts'
import type { BlockSequence } from './block-sequence.ts'
import type { MessageBlock } from './message-block.ts'
import type { MessageBlocks } from './message-blocks.ts'

/** Whoever is in more streams is served better by the database. */
const MOST_STREAMS = 500

/**
 * Messages of some of these streams, from what somebody has looked at before: whoever marks messages as read has just
 * been shown them. undefined: not all of them are known.
 */
export function findInBlocks(
  blocks: MessageBlocks,
  realmId: number,
  streamIds: readonly number[],
  ids: readonly number[],
): PlacedMessage[] | undefined {
  if (streamIds.length > MOST_STREAMS) return undefined
  const found: PlacedMessage[] = []
  // They mostly stand in one place.
  let sequence: BlockSequence | undefined
  for (const id of ids) {
    if (!sequence?.at(id)?.has(id)) sequence = findSequence(blocks, realmId, streamIds, id)
    const block = sequence?.at(id)
    if (!block) return undefined
    found.push(placedAt(block, block.indexOf(id)))
  }
  return found
}

/** All messages of a stream after one id up to another, or the first so many. undefined: part of them is not known. */
export function listInBlocks(
  blocks: MessageBlocks,
  realmId: number,
  streamId: number,
  { after, until, limit }: { after: number; until: number; limit: number },
): PlacedMessage[] | undefined {
  const sequence = findSequence(blocks, realmId, [streamId], until)
  const found: PlacedMessage[] = []
  for (let lower = after + 1; lower <= until && found.length < limit; ) {
    const block = sequence?.at(lower)
    if (!block) return undefined
    const start = block.indexOf(lower)
    const end = Math.min(block.indexOf(until + 1), start + limit - found.length)
    for (let index = start; index < end; index += 1) found.push(placedAt(block, index))
    lower = block.to + 1
  }
  return found
}

function findSequence(
  blocks: MessageBlocks,
  realmId: number,
  streamIds: readonly number[],
  id: number,
): BlockSequence | undefined {
  for (const streamId of streamIds) {
    const found = blocks.ofStream(realmId, streamId).find((sequence) => sequence.at(id)?.has(id))
    if (found) return found
  }
  return undefined
}

const placedAt = ({ ids, recipientIds, streamIds, topics }: MessageBlock, index: number): PlacedMessage => ({
  id: ids[index]!,
  recipient_id: recipientIds[index]!,
  stream_id: streamIds[index]!,
  topic_key: topics[index]!.toLowerCase(),
})
