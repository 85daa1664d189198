import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import { listChannelFolders } from './channel-folder-store.ts'
import type { ChannelFoldersTable } from './channel-folders-table.ts'

export async function findChannelFolder(db: Db, realmId: number, id: number): Promise<ChannelFoldersTable> {
  const folder = (await listChannelFolders(db, realmId)).find((row) => row.id === id)
  if (!folder) throw badRequest('Invalid channel folder ID')
  return folder
}

/** A folder that streams can be put into. null: none. */
export async function checkFolderOfStream(db: Db, realmId: number, id: number | null): Promise<void> {
  if (id === null) return
  const folder = await findChannelFolder(db, realmId, id)
  if (folder.is_archived === 1) throw badRequest('Invalid channel folder ID')
}
