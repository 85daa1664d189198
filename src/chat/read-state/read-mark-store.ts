import { prepared } from '../../platform/database/prepared.ts'
import type { Db } from '../chat.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { ReadMarksTable } from './read-marks-table.ts'

/** Marks that reach up to a message or beyond it; shorter ones say nothing about it. */
export async function listReadMarks(
  db: Db,
  realmId: number,
  userId: number,
  reaching: number,
): Promise<ReadMarksTable[]> {
  return reachingMarks(db, { realmId, userId, reaching })
}

/** Everybody's marks of some topics of a stream. */
export async function listTopicMarks(
  db: Db,
  realmId: number,
  streamId: number,
  topicKeys: readonly string[],
): Promise<ReadMarksTable[]> {
  return db
    .selectFrom('read_marks')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('stream_id', '=', streamId)
    .where('topic_key', 'in', [...topicKeys])
    .execute()
}

export async function storeReadMark(db: Db, mark: ReadMarksTable): Promise<void> {
  await db
    .insertInto('read_marks')
    .values(mark)
    .onConflict((conflict) =>
      conflict
        .columns(['realm_id', 'user_id', 'stream_id', 'topic_key'])
        .doUpdateSet({ until_message: mark.until_message }),
    )
    .execute()
  if (mark.topic_key === '') await deleteMarksWithin(db, mark)
}

/** What a larger mark covers is not needed any more. */
async function deleteMarksWithin(db: Db, mark: ReadMarksTable): Promise<void> {
  let query = db
    .deleteFrom('read_marks')
    .where('realm_id', '=', mark.realm_id)
    .where('user_id', '=', mark.user_id)
    .where('until_message', '<=', mark.until_message)
  query =
    mark.stream_id === 0
      ? query.where('stream_id', '!=', 0)
      : query.where('stream_id', '=', mark.stream_id).where('topic_key', '!=', '')
  await query.execute()
}

const reachingMarks = prepared<
  ChatTables,
  { realmId: number; userId: number; reaching: number },
  ReadMarksTable
>((db, parameter) =>
  db
    .selectFrom('read_marks')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('user_id', '=', parameter('userId'))
    .where('until_message', '>=', parameter('reaching')),
)
