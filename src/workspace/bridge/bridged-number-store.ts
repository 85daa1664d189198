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

/** By company. */
export async function listPositions(db: Db): Promise<Map<number, number>> {
  const rows = await bridgeDb(db)
    .selectFrom('bridge_positions')
    .innerJoin('workspaces', 'workspaces.realm_id', 'bridge_positions.realm_id')
    .select(['workspaces.company_id', 'bridge_positions.position'])
    .execute()
  return new Map(rows.map((row) => [row.company_id, row.position]))
}

export async function startAtPosition(db: Db, realmId: number, position: number): Promise<void> {
  await bridgeDb(db)
    .insertInto('bridge_positions')
    .values({ realm_id: realmId, position })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns false if another server has gone on from there. */
export async function movePosition(db: Db, realmId: number, from: number, to: number): Promise<boolean> {
  const moved = await bridgeDb(db)
    .updateTable('bridge_positions')
    .set({ position: to })
    .where('realm_id', '=', realmId)
    .where('position', '=', from)
    .returning('realm_id')
    .executeTakeFirst()
  return moved !== undefined
}
