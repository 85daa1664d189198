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
