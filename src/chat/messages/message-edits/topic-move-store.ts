import { preparedOne } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { TopicMovesTable } from './topic-moves-table.ts'

export async function insertMove(db: Db, move: TopicMovesTable): Promise<void> {
  await db.insertInto('topic_moves').values(move).execute()
}

export async function findMove(db: Db, realmId: number, id: number): Promise<TopicMovesTable | undefined> {
  return byId(db, { realmId, id })
}

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
  const moves = await db
    .selectFrom('topic_moves')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
  const isWanted = (streamId: number, topicKey: string) =>
    places.some((place) => place.streamId === streamId && place.topicKey === topicKey)
  return moves.find(
    (move) =>
      isWanted(move.stream_id, move.topic_key) || isWanted(move.to_stream_id, move.topic.toLowerCase()),
  )
}

export async function updateMove(
  db: Db,
  { realm_id, id }: TopicMovesTable,
  changes: Pick<TopicMovesTable, 'before_message' | 'worked_at'>,
): Promise<void> {
  await db
    .updateTable('topic_moves')
    .set(changes)
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteMove(db: Db, { realm_id, id }: TopicMovesTable): Promise<void> {
  await db.deleteFrom('topic_moves').where('realm_id', '=', realm_id).where('id', '=', id).execute()
}

const byId = preparedOne<ChatTables, { realmId: number; id: number }, TopicMovesTable>((db, parameter) =>
  db
    .selectFrom('topic_moves')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('id', '=', parameter('id')),
)
