import type { ChatTransaction } from '../../chat-platform.ts'
import type { Stream } from '../stream.ts'
import { mutedTopicsTable } from './muted-topics-table.ts'
import { announceMutedTopics } from './set-topic-visibility.ts'
import { userTopicChanged } from './user-topic-events.ts'
import { visibilityPolicy } from './visibility-policy.ts'

/** Within a transaction in which users lose access to a stream: their topic settings would reveal its name. */
export async function deleteTopicSettings(
  transaction: ChatTransaction,
  { realm_id: realmId, id: streamId }: Stream,
  userIds: readonly number[],
): Promise<void> {
  const losing = new Set(userIds)
  const rows = await mutedTopicsTable.list(transaction.db, { realm_id: realmId, stream_id: streamId })
  const muters = new Set<number>()
  for (const row of rows.filter(({ user_id }) => losing.has(user_id))) {
    await mutedTopicsTable.remove(transaction.db, row)
    transaction.announce(userTopicChanged(row.user_id, { ...row, visibility_policy: visibilityPolicy.none }))
    if (row.visibility_policy === visibilityPolicy.muted) muters.add(row.user_id)
  }
  for (const id of muters) await announceMutedTopics(transaction, { realm_id: realmId, id })
}
