import { type Static, Type } from '@sinclair/typebox'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { InitialPart } from '../../people/initial-context.ts'
import { type ChannelFoldersTable, channelFoldersTable } from './channel-folders-table.ts'

export const ChannelFolderSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    rendered_description: Type.String({ description: 'The description as HTML.' }),
    creator_id: Type.Integer(),
    date_created: Type.Integer({ description: 'Unix time in seconds.' }),
    is_archived: Type.Boolean(),
    order: Type.Integer(),
  },
  { additionalProperties: false },
)

export type ChannelFolderView = Static<typeof ChannelFolderSchema>

export const viewChannelFolder = (row: ChannelFoldersTable): ChannelFolderView => ({
  id: row.id,
  name: row.name,
  description: row.description,
  rendered_description: row.rendered_description,
  creator_id: row.creator_id,
  date_created: row.created_at,
  is_archived: row.is_archived === 1,
  order: row.sort_order,
})

export const initialChannelFolders: InitialPart = async ({ db, actor }) => ({
  channel_folders: (await channelFoldersTable.list(db, { realm_id: actor.realm.id })).map(viewChannelFolder),
})

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    channel_folder:
      | { op: 'add'; channel_folder: ChannelFolderView }
      | { op: 'update'; channel_folder_id: number; data: ChannelFolderData }
      | { op: 'reorder'; order: readonly number[] }
  }
}

/** What changed. */
export type ChannelFolderData = Partial<
  Pick<ChannelFolderView, 'name' | 'description' | 'rendered_description' | 'is_archived'>
>

/** Sent to everyone, guests included: their streams can be in any folder. */
export const channelFolderChanged = (
  payload: ChatEventMap['channel_folder'],
): NewChatEvent<'channel_folder'> => ({ type: 'channel_folder', audience: { role: 'everyone' }, payload })
