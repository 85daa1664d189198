import type { Db } from '../../chat.ts'
import type { PointersTable } from './pointers-table.ts'

/** -1: it has never been set. */
export async function findPointer(db: Db, realmId: number, userId: number): Promise<number> {
  const row = await db
    .selectFrom('pointers')
    .select('message_id')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.message_id ?? -1
}

export async function storePointer(db: Db, row: PointersTable): Promise<void> {
  await db
    .insertInto('pointers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'user_id']).doUpdateSet({ message_id: row.message_id }),
    )
    .execute()
}
