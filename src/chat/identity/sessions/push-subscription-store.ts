import type { Db } from '../../chat-platform.ts'
import { type PushSubscriptionsTable, pushSubscriptionsTable } from './sessions-table.ts'

export type SubscriptionRef = Pick<PushSubscriptionsTable, 'realm_id' | 'id'>

/** If the browser has subscribed before, its row gets the new values and keeps its id. */
export async function storePushSubscription(db: Db, row: PushSubscriptionsTable): Promise<void> {
  const { id, realm_id, endpoint_hash, ...values } = row
  await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['realm_id', 'endpoint_hash']).doUpdateSet(values))
    .execute()
}

/** Oldest first. */
export async function listPushSubscriptions(
  db: Db,
  realmId: number,
  userIds: readonly number[],
): Promise<Pick<PushSubscriptionsTable, 'id' | 'user_id'>[]> {
  return pushSubscriptionsTable.pick(db, { realm_id: realmId, user_id: userIds }, ['id', 'user_id'])
}

export async function hasPushSubscriptions(db: Db, realmId: number): Promise<boolean> {
  const query = db.selectFrom('push_subscriptions').select('id').where('realm_id', '=', realmId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** For sessions of all organizations that were deleted because nobody used them. */
export async function deletePushSubscriptionsWithoutSession(db: Db): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.realm_id', '=', 'push_subscriptions.realm_id')
            .whereRef('sessions.id', '=', 'push_subscriptions.session_id'),
        ),
      ),
    )
    .execute()
}
