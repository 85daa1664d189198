import type { Db } from '../../chat-platform.ts'

/** `address`: without its version suffix. */
export async function isAvatarInUse(db: Db, realmId: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('avatar_url', 'like', `${address}?%`)
    .executeTakeFirst()
  return row !== undefined
}
