import { isInJsonIds } from '../../platform/database/statements/json-list.ts'
import type { Db } from '../chat-platform.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import type { PushPostsTable } from './push-tables.ts'

/** What decides whom a message concerns. */
export type PushedMessage = Pick<
  MessagesTable,
  'id' | 'sender_id' | 'recipient_id' | 'stream_id' | 'mentions_everyone'
>

/** In order, those after a message and up to another. */
export async function listMessagesToPush(
  db: Db,
  realmId: number,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<PushedMessage[]> {
  return db
    .selectFrom('messages')
    .select(['id', 'sender_id', 'recipient_id', 'stream_id', 'mentions_everyone'])
    .where('realm_id', '=', realmId)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function insertPushPosts(db: Db, posts: readonly PushPostsTable[]): Promise<void> {
  for (let start = 0; start < posts.length; start += 500) {
    await db
      .insertInto('push_posts')
      .values(posts.slice(start, start + 500))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The subscriptions with this many waiting posts. */
export async function listFullSubscriptions(
  db: Db,
  realmId: number,
  subscriptionIds: readonly number[],
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('push_posts')
    .select('subscription_id')
    .where('realm_id', '=', realmId)
    .where(isInJsonIds(db, 'subscription_id', JSON.stringify(subscriptionIds)))
    .groupBy('subscription_id')
    .having((build) => build.fn.countAll(), '>=', limit)
    .execute()
  return rows.map((row) => row.subscription_id)
}

type PostedTo = Pick<PushPostsTable, 'realm_id' | 'subscription_id'>

/** Subscriptions with posts that are due. */
export async function listDueSubscriptions(db: Db, now: number, limit: number): Promise<PostedTo[]> {
  return db
    .selectFrom('push_posts')
    .select(['realm_id', 'subscription_id'])
    .distinct()
    .where('next_attempt_at', '<=', now)
    .limit(limit)
    .execute()
}

type PostKey = Pick<PushPostsTable, 'realm_id' | 'subscription_id' | 'message_id'>

/**
 * Takes the oldest post of a subscription that is due: until `until`, no other server sends it. If this server dies,
 * the post is due again then. Undefined: nothing is due.
 */
export async function claimPushPost(
  db: Db,
  { realm_id: realmId, subscription_id: id }: PostedTo,
  now: number,
  until: number,
): Promise<PushPostsTable | undefined> {
  const due = db
    .selectFrom('push_posts')
    .select((select) => select.fn.min('message_id').as('message_id'))
    .where('realm_id', '=', realmId)
    .where('subscription_id', '=', id)
    .where('next_attempt_at', '<=', now)
  return db
    .updateTable('push_posts')
    .set({ next_attempt_at: until })
    .where('realm_id', '=', realmId)
    .where('subscription_id', '=', id)
    .where('message_id', '=', due)
    .returningAll()
    .executeTakeFirst()
}

export async function updatePushPost(
  db: Db,
  key: PostKey,
  changes: Pick<PushPostsTable, 'attempts' | 'next_attempt_at'>,
): Promise<void> {
  await db
    .updateTable('push_posts')
    .set(changes)
    .where('realm_id', '=', key.realm_id)
    .where('subscription_id', '=', key.subscription_id)
    .where('message_id', '=', key.message_id)
    .execute()
}

export async function deletePushPost(db: Db, key: PostKey): Promise<void> {
  await db
    .deleteFrom('push_posts')
    .where('realm_id', '=', key.realm_id)
    .where('subscription_id', '=', key.subscription_id)
    .where('message_id', '=', key.message_id)
    .execute()
}
