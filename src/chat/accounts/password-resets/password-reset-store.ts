import type { Db } from '../../chat-platform.ts'
import type { PasswordResetsTable } from './password-resets-table.ts'

export async function insertReset(db: Db, reset: PasswordResetsTable): Promise<void> {
  await db.insertInto('password_resets').values(reset).execute()
}

export async function findReset(db: Db, hash: string, now: number): Promise<PasswordResetsTable | undefined> {
  return db
    .selectFrom('password_resets')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes a reset and all others of the same person. Returns false if it was already used. */
export async function useReset(db: Db, reset: PasswordResetsTable): Promise<boolean> {
  const used = await db
    .deleteFrom('password_resets')
    .where('realm_id', '=', reset.realm_id)
    .where('user_id', '=', reset.user_id)
    .returning('id')
    .execute()
  return used.some(({ id }) => id === reset.id)
}

export async function deleteResetsOf(db: Db, realmId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteExpiredResets(db: Db, now: number): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
}
