import type { Db } from '../../chat/chat-platform.ts'
import { bridgeDb } from './bridge-db.ts'
import type { BridgedNumbersTable } from './bridge-tables.ts'

/** Returns false if the stream has a number already, or the number a stream. */
export async function insertBridgedNumber(db: Db, row: BridgedNumbersTable): Promise<boolean> {
  const inserted = await bridgeDb(db)
    .insertInto('bridged_numbers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('stream_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function listBridgedNumbers(db: Db, realmId: number): Promise<BridgedNumbersTable[]> {
  return bridgeDb(db)
    .selectFrom('bridged_numbers')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('stream_id')
    .execute()
}

export async function findBridgedNumber(
  db: Db,
  realmId: number,
  streamId: number,
): Promise<BridgedNumbersTable | undefined> {
  return bridgeDb(db)
    .selectFrom('bridged_numbers')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('stream_id', '=', streamId)
    .executeTakeFirst()
}

/** Organizations in which a stream has a number. */
export async function listBridgedRealms(db: Db): Promise<Set<number>> {
  const rows = await bridgeDb(db).selectFrom('bridged_numbers').select('realm_id').distinct().execute()
  return new Set(rows.map((row) => row.realm_id))
}

/** Returns false if there was none. */
export async function deleteBridgedNumber(db: Db, realmId: number, streamId: number): Promise<boolean> {
  const deleted = await bridgeDb(db)
    .deleteFrom('bridged_numbers')
    .where('realm_id', '=', realmId)
    .where('stream_id', '=', streamId)
    .returning('stream_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** An archived stream gives its number back. */
export async function deleteNumbersOfArchived(db: Db, realmId: number): Promise<void> {
  await bridgeDb(db)
    .deleteFrom('bridged_numbers')
    .where('realm_id', '=', realmId)
    .where('stream_id', 'in', (inner) =>
      inner.selectFrom('streams').select('id').where('realm_id', '=', realmId).where('deactivated', '=', 1),
    )
    .execute()
}
