import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import { type ChannelFoldersTable, channelFoldersTable } from './channel-folders-table.ts'

export async function findChannelFolder(db: Db, realmId: number, id: number): Promise<ChannelFoldersTable> {
  const folder = (await channelFoldersTable.list(db, { realm_id: realmId })).find((row) => row.id === id)
  if (!folder) throw badRequest('Invalid channel folder ID')
  return folder
}

/** A folder that streams can be put into. null: none. */
export async function checkFolderOfStream(db: Db, realmId: number, id: number | null): Promise<void> {
  if (id === null) return
  const folder = await findChannelFolder(db, realmId, id)
  if (folder.is_archived === 1) throw badRequest('Invalid channel folder ID')
}
