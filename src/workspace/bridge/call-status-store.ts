import type { Db } from '../../chat/chat-platform.ts'
import { bridgeDb } from './bridge-db.ts'
import type { CallStatusesTable } from './bridge-tables.ts'

export async function insertCallStatus(db: Db, row: CallStatusesTable): Promise<void> {
  await bridgeDb(db).insertInto('call_statuses').values(row).execute()
}

/** Returns false if there was none. */
export async function deleteCallStatus(
  db: Db,
  { realm_id: realmId, user_id: userId }: CallStatusesTable,
): Promise<boolean> {
  const deleted = await bridgeDb(db)
    .deleteFrom('call_statuses')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function hasCallStatus(
  db: Db,
  { realm_id: realmId, user_id: userId }: CallStatusesTable,
): Promise<boolean> {
  const row = await bridgeDb(db)
    .selectFrom('call_statuses')
    .select('user_id')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function listCallStatuses(db: Db): Promise<CallStatusesTable[]> {
  return bridgeDb(db).selectFrom('call_statuses').selectAll().execute()
}
