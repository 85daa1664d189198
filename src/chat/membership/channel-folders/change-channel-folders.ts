import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { renderShortText } from '../../markdown/render-short-text.ts'
import {
  type ChannelFolderData,
  type ChannelFolderView,
  channelFolderChanged,
  viewChannelFolder,
} from '../../streams/channel-folders/channel-folder-events.ts'
import {
  type ChannelFoldersTable,
  channelFoldersTable,
} from '../../streams/channel-folders/channel-folders-table.ts'
import { findChannelFolder } from '../../streams/channel-folders/find-channel-folder.ts'
import { descriptionLine } from '../../streams/stream-description.ts'
import { listStreams } from '../../streams/stream-store.ts'

/** Every registration sends all of them. */
const FOLDERS_LIMIT = 500
const NAME_LIMIT = 60

export async function getChannelFolders(
  chat: ChatPlatform,
  { realm }: Actor,
  includeArchived: boolean,
): Promise<ChannelFolderView[]> {
  const folders = (await channelFoldersTable.list(chat.database.read, { realm_id: realm.id })).map(
    viewChannelFolder,
  )
  return folders.filter((folder) => includeArchived || !folder.is_archived)
}

export function addChannelFolder(
  chat: ChatPlatform,
  { realm, user }: Actor,
  given: { name: string; description: string },
): Promise<number> {
  const name = checkName(given.name)
  const description = descriptionLine(given.description)
  return chat.transact(realm.id, async (transaction) => {
    const known = await channelFoldersTable.list(transaction.db, { realm_id: realm.id })
    if (known.length >= FOLDERS_LIMIT) throw badRequest(`Too many channel folders (limit: ${FOLDERS_LIMIT})`)
    checkNameIsFree(known, name)
    const row: ChannelFoldersTable = {
      realm_id: realm.id,
      id: await transaction.next('channel_folders'),
      name,
      description,
      rendered_description: renderShortText(description),
      creator_id: user.id,
      created_at: secondsOf(chat.clock),
      is_archived: 0,
      sort_order: Math.max(-1, ...known.map((folder) => folder.sort_order)) + 1,
    }
    await channelFoldersTable.insert(transaction.db, row)
    transaction.announce(channelFolderChanged({ op: 'add', channel_folder: viewChannelFolder(row) }))
    return row.id
  })
}

/** undefined: unchanged. */
export interface ChannelFolderChange {
  name: string | undefined
  description: string | undefined
  is_archived: boolean | undefined
}

export function changeChannelFolder(
  chat: ChatPlatform,
  { realm }: Actor,
  id: number,
  change: ChannelFolderChange,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const before = await findChannelFolder(db, realm.id, id)
    const name = change.name === undefined ? before.name : checkName(change.name)
    const description =
      change.description === undefined ? before.description : descriptionLine(change.description)
    const isArchived = change.is_archived ?? before.is_archived === 1
    const others = (await channelFoldersTable.list(db, { realm_id: realm.id })).filter(
      (folder) => folder.id !== id,
    )
    if (!isArchived) checkNameIsFree(others, name)
    else if ((await listStreams(db, realm.id)).some((stream) => stream.folder_id === id))
      throw badRequest('Remove all streams from this folder before you archive it.')
    const data: ChannelFolderData = {}
    if (name !== before.name) data.name = name
    if (description !== before.description) {
      data.description = description
      data.rendered_description = renderShortText(description)
    }
    if (isArchived !== (before.is_archived === 1)) data.is_archived = isArchived
    if (Object.keys(data).length === 0) return
    const { is_archived: _archived, ...texts } = data
    await channelFoldersTable.update(
      db,
      { realm_id: realm.id, id },
      { ...texts, is_archived: isArchived ? 1 : 0 },
    )
    transaction.announce(channelFolderChanged({ op: 'update', channel_folder_id: id, data }))
  })
}

/** All folders, archived ones included. */
export function reorderChannelFolders(
  chat: ChatPlatform,
  { realm }: Actor,
  order: readonly number[],
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const known = await channelFoldersTable.list(db, { realm_id: realm.id })
    const wanted = new Set(order)
    if (
      wanted.size !== order.length ||
      wanted.size !== known.length ||
      known.some(({ id }) => !wanted.has(id))
    )
      throw badRequest('Invalid order mapping.')
    for (const [index, id] of order.entries())
      await channelFoldersTable.update(db, { realm_id: realm.id, id }, { sort_order: index })
    transaction.announce(channelFolderChanged({ op: 'reorder', order }))
  })
}

function checkName(given: string): string {
  const name = given.trim()
  if (name === '') throw badRequest("Channel folder name can't be empty.")
  if ([...name].length > NAME_LIMIT) throw badRequest(`name is too long (limit: ${NAME_LIMIT} characters)`)
  return name
}

/** Archived folders keep their names, but do not reserve them. */
function checkNameIsFree(others: readonly ChannelFoldersTable[], name: string): void {
  const key = name.toLowerCase()
  if (others.some((folder) => folder.is_archived === 0 && folder.name.toLowerCase() === key)) {
    throw badRequest('Channel folder name already in use.')
  }
}
