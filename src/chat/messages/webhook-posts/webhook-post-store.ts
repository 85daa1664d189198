import type { Db } from '../../chat-platform.ts'
import type { BotRef } from '../../people/bots/bot-service-store.ts'
import type { WebhookPostsTable } from './webhook-posts-table.ts'

/** The active bots of an organization that have a service. */
export type OutgoingBots = ReadonlySet<number>

export async function loadOutgoingBots(db: Db, realmId: number): Promise<OutgoingBots> {
  const rows = await db
    .selectFrom('bot_services')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'bot_services.realm_id')
        .onRef('users.id', '=', 'bot_services.user_id'),
    )
    .select('users.id')
    .where('bot_services.realm_id', '=', realmId)
    .where('users.is_active', '=', 1)
    .execute()
  return new Set(rows.map((row) => row.id))
}

export async function insertPosts(db: Db, posts: readonly WebhookPostsTable[]): Promise<void> {
  await db
    .insertInto('webhook_posts')
    .values([...posts])
    .execute()
}

export async function updatePost(
  db: Db,
  { realm_id: realmId, id }: WebhookPostsTable,
  changes: Partial<WebhookPostsTable>,
): Promise<void> {
  await db
    .updateTable('webhook_posts')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

export async function deletePost(db: Db, { realm_id: realmId, id }: WebhookPostsTable): Promise<void> {
  await db.deleteFrom('webhook_posts').where('realm_id', '=', realmId).where('id', '=', id).execute()
}

/**
 * The oldest post that is due. A post that failed fewer than `patience` times blocks those behind it, to keep the
 * order. After that, they overtake it.
 */
export async function findNextPost(
  db: Db,
  { realm_id: realmId, bot_id: botId }: BotRef,
  now: number,
  patience: number,
): Promise<WebhookPostsTable | undefined> {
  const pending = db
    .selectFrom('webhook_posts')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('bot_id', '=', botId)
    .orderBy('id')
    .limit(1)
  const head = await pending.where('attempts', '<', patience).executeTakeFirst()
  const late = await pending
    .where('attempts', '>=', patience)
    .where('next_attempt_at', '<=', now)
    .executeTakeFirst()
  const isDue = head !== undefined && head.next_attempt_at <= now
  return late && !(isDue && head.id < late.id) ? late : isDue ? head : undefined
}

/** Bots with posts that are due. */
export async function listDueBots(db: Db, now: number, limit: number): Promise<BotRef[]> {
  return db
    .selectFrom('webhook_posts')
    .select(['realm_id', 'bot_id'])
    .distinct()
    .where('next_attempt_at', '<=', now)
    .limit(limit)
    .execute()
}
