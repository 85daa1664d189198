import type { Db } from '../../chat/chat-platform.ts'
import { bridgeDb } from './bridge-db.ts'

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
