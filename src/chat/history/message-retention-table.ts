import { table } from '../chat-tables.ts'

declare module '../chat-tables.ts' {
  interface ChatTables {
    message_retention: MessageRetentionTable
  }
}

/** When all messages of an organization that were too old had last been deleted, in epoch seconds. */
export interface MessageRetentionTable {
  realm_id: number
  applied_at: number
}

export const messageRetentionTable = table('message_retention', ['realm_id'])
