import type { Db } from '../../chat.ts'

/** `address`: without the version that follows it. */
export async function isAvatarOfSomebody(db: Db, realmId: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('avatar_url', 'like', `${address}?%`)
    .executeTakeFirst()
  return row !== undefined
}
