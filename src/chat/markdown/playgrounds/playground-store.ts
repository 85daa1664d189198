import type { Db } from '../../chat-platform.ts'
import type { PlaygroundsTable } from './playgrounds-table.ts'

export async function listPlaygrounds(db: Db, realmId: number): Promise<PlaygroundsTable[]> {
  return db
    .selectFrom('realm_playgrounds')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}

export async function insertPlayground(db: Db, row: PlaygroundsTable): Promise<void> {
  await db.insertInto('realm_playgrounds').values(row).execute()
}

export async function deletePlayground(db: Db, realmId: number, id: number): Promise<void> {
  await db.deleteFrom('realm_playgrounds').where('realm_id', '=', realmId).where('id', '=', id).execute()
}
