import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    scheduled_messages: ScheduledMessagesTable
  }
}

/** A message to be sent later. Deleted once it is sent. Times are epoch seconds. */
export interface ScheduledMessagesTable {
  realm_id: number
  id: number
  user_id: number
  /** null: a private message */
  stream_id: number | null
  /** ids of the recipients of a private message, ascending, joined by commas; null for a stream */
  people: string | null
  topic: string
  content: string
  rendered_content: string
  client: string
  read_by_sender: number
  deliver_at: number
  /** It could not be sent when it was due. Its author has to change or delete it. */
  failed: number
  failure_message: string | null
  created_at: number
}

export const scheduledMessagesTable = table('scheduled_messages', ['realm_id', 'id'], {
  orderBy: ['deliver_at', 'id'],
})
