import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    reminders: RemindersTable
  }
}

/** A pending reminder of a message. Deleted once it is sent. Times are epoch seconds. */
export interface RemindersTable {
  realm_id: number
  id: number
  user_id: number
  message_id: number
  note: string
  deliver_at: number
  created_at: number
}

export const remindersTable = table('reminders', ['realm_id', 'id'], { orderBy: ['deliver_at', 'id'] })
