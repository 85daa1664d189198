import type { Db } from '../../chat-platform.ts'
import type { ReactionsTable } from './reactions-table.ts'

type Key = Omit<ReactionsTable, 'id' | 'emoji_name'>

/** Returns false if this user already has the same reaction. */
export async function insertReaction(db: Db, row: ReactionsTable): Promise<boolean> {
  const result = await db
    .insertInto('reactions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns false if there is none. */
export async function deleteReaction(db: Db, key: Key): Promise<boolean> {
  const result = await db
    .deleteFrom('reactions')
    .where('realm_id', '=', key.realm_id)
    .where('message_id', '=', key.message_id)
    .where('reaction_type', '=', key.reaction_type)
    .where('emoji_code', '=', key.emoji_code)
    .where('user_id', '=', key.user_id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function listReactionsBy(
  db: Db,
  realmId: number,
  messageId: number,
  userId: number,
): Promise<ReactionsTable[]> {
  return db
    .selectFrom('reactions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .where('user_id', '=', userId)
    .execute()
}

/** The first reaction with this emoji, by any user. */
export async function findReactionWith(
  db: Db,
  realmId: number,
  messageId: number,
  emoji: Pick<ReactionsTable, 'reaction_type' | 'emoji_code'>,
): Promise<ReactionsTable | undefined> {
  return db
    .selectFrom('reactions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .where('reaction_type', '=', emoji.reaction_type)
    .where('emoji_code', '=', emoji.emoji_code)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
