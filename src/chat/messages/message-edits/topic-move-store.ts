import type { Db } from '../../chat-platform.ts'
import { type TopicMovesTable, topicMovesTable } from './message-edits-table.ts'

export interface TopicPlace {
  streamId: number
  topicKey: string
}

/** The oldest pending move from or to one of these topics. */
export async function findMoveAmong(
  db: Db,
  realmId: number,
  places: readonly TopicPlace[],
): Promise<TopicMovesTable | undefined> {
  const moves = await topicMovesTable.list(db, { realm_id: realmId })
  const isWanted = (streamId: number, topicKey: string) =>
    places.some((place) => place.streamId === streamId && place.topicKey === topicKey)
  return moves.find(
    (move) =>
      isWanted(move.stream_id, move.topic_key) || isWanted(move.to_stream_id, move.topic.toLowerCase()),
  )
}
