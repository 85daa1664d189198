import type { PlacedMessage } from '../read-state/move-read-mark.ts'
import type { BlockSequence } from './block-sequence.ts'
import type { MessageBlocks } from './message-blocks.ts'
import { placeKeys } from './sequence-key.ts'

/** Whoever is in more places is served better by the database. */
const MOST_PLACES = 200

/**
 * Messages of some of these recipients, from what somebody has looked at before: whoever marks messages as read has just
 * been shown them. undefined: not all of them are known.
 */
export function findInBlocks(
  blocks: MessageBlocks,
  realmId: number,
  recipientIds: readonly number[],
  ids: readonly number[],
): PlacedMessage[] | undefined {
  if (recipientIds.length > MOST_PLACES) return undefined
  const found: PlacedMessage[] = []
  // They mostly stand in one place.
  let sequence: BlockSequence | undefined
  for (const id of ids) {
    if (!sequence?.at(id)?.has(id)) sequence = findSequence(blocks, realmId, recipientIds, id)
    const block = sequence?.at(id)
    if (!block) return undefined
    const index = block.indexOf(id)
    found.push({
      id,
      recipient_id: block.recipientIds[index]!,
      stream_id: block.streamIds[index]!,
      topic_key: block.topics[index]!.toLowerCase(),
    })
  }
  return found
}

/** All messages of a recipient after one id up to another, or the first so many. undefined: part of them is not known. */
export function listInBlocks(
  blocks: MessageBlocks,
  realmId: number,
  recipientId: number,
  { after, until, limit }: { after: number; until: number; limit: number },
): PlacedMessage[] | undefined {
  const sequence = findSequence(blocks, realmId, [recipientId], until)
  const found: PlacedMessage[] = []
  for (let lower = after + 1; lower <= until && found.length < limit; ) {
    const block = sequence?.at(lower)
    if (!block) return undefined
    const end = Math.min(block.indexOf(until + 1), block.indexOf(lower) + limit - found.length)
    for (let index = block.indexOf(lower); index < end; index += 1) {
      const [id, topic] = [block.ids[index]!, block.topics[index]!]
      const stream_id = block.streamIds[index]!
      found.push({ id, recipient_id: recipientId, stream_id, topic_key: topic.toLowerCase() })
    }
    lower = block.to + 1
  }
  return found
}

function findSequence(
  blocks: MessageBlocks,
  realmId: number,
  recipientIds: readonly number[],
  id: number,
): BlockSequence | undefined {
  for (const recipientId of recipientIds) {
    for (const key of placeKeys(recipientId)) {
      const sequence = blocks.peek(realmId, key)
      if (sequence?.at(id)?.has(id)) return sequence
    }
  }
  return undefined
}
