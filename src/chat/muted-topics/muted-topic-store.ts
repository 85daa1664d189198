import type { Db } from '../chat.ts'
import type { MutedTopicsTable } from './muted-topics-table.ts'

/** Answers false when it was muted already. */
export async function insertMutedTopic(db: Db, row: MutedTopicsTable): Promise<boolean> {
  const result = await db
    .insertInto('muted_topics')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Answers false when it was not muted. */
export async function deleteMutedTopic(
  db: Db,
  key: Pick<MutedTopicsTable, 'realm_id' | 'user_id' | 'stream_id' | 'topic_key'>,
): Promise<boolean> {
  const result = await db
    .deleteFrom('muted_topics')
    .where('realm_id', '=', key.realm_id)
    .where('user_id', '=', key.user_id)
    .where('stream_id', '=', key.stream_id)
    .where('topic_key', '=', key.topic_key)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function listMutedTopics(db: Db, realmId: number, userId: number) {
  return db
    .selectFrom('muted_topics')
    .innerJoin('streams', (join) =>
      join
        .onRef('streams.realm_id', '=', 'muted_topics.realm_id')
        .onRef('streams.id', '=', 'muted_topics.stream_id'),
    )
    .select([
      'muted_topics.stream_id',
      'streams.name',
      'muted_topics.topic',
      'muted_topics.topic_key',
      'muted_at',
    ])
    .where('muted_topics.realm_id', '=', realmId)
    .where('muted_topics.user_id', '=', userId)
    .orderBy('muted_at')
    .orderBy('muted_topics.stream_id')
    .orderBy('muted_topics.topic_key')
    .execute()
}
