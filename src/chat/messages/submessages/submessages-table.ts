import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    submessages: SubmessagesTable
  }
}

/** Interactive content that readers attach to a message, such as the votes of a poll. */
export interface SubmessagesTable {
  realm_id: number
  message_id: number
  id: number
  sender_id: number
  msg_type: string
  /** JSON, interpreted only by clients */
  content: string
}

export const submessagesTable = table('submessages', ['realm_id', 'message_id', 'id'])
