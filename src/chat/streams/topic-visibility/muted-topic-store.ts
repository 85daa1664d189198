import type { Db } from '../../chat-platform.ts'
import { type MutedTopicsTable, mutedTopicsTable } from './muted-topics-table.ts'
import { visibilityPolicy } from './visibility-policy.ts'

type Key = Pick<MutedTopicsTable, 'realm_id' | 'user_id' | 'stream_id' | 'topic_key'>

export async function findTopicPolicy(db: Db, key: Key): Promise<MutedTopicsTable | undefined> {
  return mutedTopicsTable.find(db, key)
}

/** All topic policies of a user: muted, unmuted, followed. Oldest first. */
export async function listTopicPolicies(db: Db, realmId: number, userId: number) {
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
      'visibility_policy',
    ])
    .where('muted_topics.realm_id', '=', realmId)
    .where('muted_topics.user_id', '=', userId)
    .orderBy('muted_at')
    .orderBy('muted_topics.stream_id')
    .orderBy('muted_topics.topic_key')
    .execute()
}

export async function listMutedTopics(db: Db, realmId: number, userId: number) {
  const rows = await listTopicPolicies(db, realmId, userId)
  return rows.filter((row) => row.visibility_policy === visibilityPolicy.muted)
}

/** Ids of users who have muted a topic of this stream. */
export async function listMutersIn(db: Db, realmId: number, streamId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('muted_topics')
    .select('user_id')
    .distinct()
    .where('realm_id', '=', realmId)
    .where('stream_id', '=', streamId)
    .where('visibility_policy', '=', visibilityPolicy.muted)
    .execute()
  return rows.map((row) => row.user_id)
}
