import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    bot_storage: BotStorageTable
  }
}

/** Data that a bot's program stores with us, one row for each key. */
export interface BotStorageTable {
  realm_id: number
  user_id: number
  key: string
  value: string
  /** bytes of key and value */
  size: number
}

export const botStorageTable = table('bot_storage', ['realm_id', 'user_id', 'key'])
