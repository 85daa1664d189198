import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    channel_folders: ChannelFoldersTable
  }
}

/** Folders of streams, which clients show in their lists. */
export interface ChannelFoldersTable {
  realm_id: number
  id: number
  name: string
  description: string
  rendered_description: string
  creator_id: number
  created_at: number
  is_archived: number
  sort_order: number
}

export const channelFoldersTable = table('channel_folders', ['realm_id', 'id'], {
  orderBy: ['sort_order', 'id'],
})
