import type { Db } from '../../chat-platform.ts'
import type { EmailChangesTable } from './email-changes-table.ts'

/** Replaces the user's previous request. */
export async function putEmailChange(db: Db, change: EmailChangesTable): Promise<void> {
  const { realm_id: _realm, user_id: _user, ...fresh } = change
  await db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.columns(['realm_id', 'user_id']).doUpdateSet(fresh))
    .execute()
}

export async function findEmailChange(
  db: Db,
  hash: string,
  now: number,
): Promise<EmailChangesTable | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns false if it was already used. */
export async function useEmailChange(db: Db, change: EmailChangesTable): Promise<boolean> {
  const used = await db
    .deleteFrom('email_changes')
    .where('token_hash', '=', change.token_hash)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteExpiredEmailChanges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute()
}
