import type { Db } from '../chat-platform.ts'
import type { PushKeysTable } from './push-tables.ts'

export async function findPushKey(db: Db): Promise<PushKeysTable | undefined> {
  return db.selectFrom('push_keys').selectAll().executeTakeFirst()
}

/** If two servers make one at once, the first one's stays. */
export async function insertPushKey(db: Db, row: PushKeysTable): Promise<void> {
  await db
    .insertInto('push_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
