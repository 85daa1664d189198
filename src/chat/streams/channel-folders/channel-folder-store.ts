import type { Db } from '../../chat-platform.ts'
import type { ChannelFoldersTable } from './channel-folders-table.ts'

/** In their order, archived ones included. */
export async function listChannelFolders(db: Db, realmId: number): Promise<ChannelFoldersTable[]> {
  return db
    .selectFrom('channel_folders')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
}

export async function insertChannelFolder(db: Db, row: ChannelFoldersTable): Promise<void> {
  await db.insertInto('channel_folders').values(row).execute()
}

export async function updateChannelFolder(
  db: Db,
  realmId: number,
  id: number,
  changes: Partial<ChannelFoldersTable>,
): Promise<void> {
  await db
    .updateTable('channel_folders')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}
