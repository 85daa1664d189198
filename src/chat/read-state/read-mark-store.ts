import { amongIds } from '../../platform/database/among-ids.ts'
import { prepared, preparedWrite } from '../../platform/database/prepared.ts'
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

/** Marks of these streams and their topics, and the one for everything. */
export async function listReadMarksIn(
  db: Db,
  realmId: number,
  userId: number,
  streamIds: readonly number[],
): Promise<ReadMarksTable[]> {
  return marksIn(db, { realmId, userId, streamIds: JSON.stringify([0, ...streamIds]) })
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

/** Never backwards: another client of the same person may have read further meanwhile. */
export async function storeReadMark(db: Db, mark: ReadMarksTable): Promise<void> {
  await store(db, mark)
  // What a larger mark covers is not needed any more.
  if (mark.stream_id === 0) await deleteAllWithin(db, mark)
  else if (mark.topic_key === '') await deleteTopicsWithin(db, mark)
}

const store = preparedWrite<ChatTables, ReadMarksTable>((db, parameter) =>
  db
    .insertInto('read_marks')
    .values({
      realm_id: parameter('realm_id'),
      user_id: parameter('user_id'),
      stream_id: parameter('stream_id'),
      topic_key: parameter('topic_key'),
      until_message: parameter('until_message'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['realm_id', 'user_id', 'stream_id', 'topic_key'])
        .doUpdateSet((build) => ({ until_message: build.ref('excluded.until_message') }))
        .whereRef('excluded.until_message', '>', 'read_marks.until_message'),
    ),
)

const deleteAllWithin = preparedWrite<ChatTables, ReadMarksTable>((db, parameter) =>
  db
    .deleteFrom('read_marks')
    .where('realm_id', '=', parameter('realm_id'))
    .where('user_id', '=', parameter('user_id'))
    .where('until_message', '<=', parameter('until_message'))
    .where('stream_id', '!=', 0),
)

const deleteTopicsWithin = preparedWrite<ChatTables, ReadMarksTable>((db, parameter) =>
  db
    .deleteFrom('read_marks')
    .where('realm_id', '=', parameter('realm_id'))
    .where('user_id', '=', parameter('user_id'))
    .where('stream_id', '=', parameter('stream_id'))
    .where('topic_key', '!=', '')
    .where('until_message', '<=', parameter('until_message')),
)

const marksIn = prepared<ChatTables, { realmId: number; userId: number; streamIds: string }, ReadMarksTable>(
  (db, parameter) =>
    db
      .selectFrom('read_marks')
      .selectAll()
      .where('realm_id', '=', parameter('realmId'))
      .where('user_id', '=', parameter('userId'))
      .where('stream_id', 'in', amongIds(db, parameter('streamIds'))),
)

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
