import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    reactions: ReactionsTable
  }
}

export interface ReactionsTable {
  realm_id: number
  message_id: number
  reaction_type: string
  emoji_code: string
  user_id: number
  /** in the order of creation */
  id: number
  emoji_name: string
}

export const reactionsTable = table('reactions', [
  'realm_id',
  'message_id',
  'reaction_type',
  'emoji_code',
  'user_id',
])
