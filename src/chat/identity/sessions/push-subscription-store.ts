import { isInJsonIds } from '../../../platform/database/statements/json-list.ts'
import type { Db } from '../../chat-platform.ts'
import type { PushSubscriptionsTable } from './push-subscriptions-table.ts'

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
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('realm_id', '=', realmId)
    .where(isInJsonIds(db, 'user_id', JSON.stringify(userIds)))
    .orderBy('id')
    .execute()
}

export async function hasPushSubscriptions(db: Db, realmId: number): Promise<boolean> {
  const query = db.selectFrom('push_subscriptions').select('id').where('realm_id', '=', realmId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

export async function findPushSubscription(
  db: Db,
  { realm_id: realmId, id }: SubscriptionRef,
): Promise<PushSubscriptionsTable | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function storePushFailures(
  db: Db,
  { realm_id: realmId, id }: SubscriptionRef,
  failures: number,
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ failures })
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

export async function deletePushSubscription(
  db: Db,
  { realm_id: realmId, id }: SubscriptionRef,
): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('realm_id', '=', realmId).where('id', '=', id).execute()
}

export async function deletePushSubscriptionAt(
  db: Db,
  realmId: number,
  userId: number,
  endpointHash: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('endpoint_hash', '=', endpointHash)
    .execute()
}

export async function deletePushSubscriptionsOf(
  db: Db,
  realmId: number,
  sessionIds: readonly number[],
): Promise<void> {
  if (sessionIds.length === 0) return
  await db
    .deleteFrom('push_subscriptions')
    .where('realm_id', '=', realmId)
    .where(isInJsonIds(db, 'session_id', JSON.stringify(sessionIds)))
    .execute()
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
