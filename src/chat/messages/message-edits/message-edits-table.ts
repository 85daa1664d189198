declare module '../../chat-tables.ts' {
  interface ChatTables {
    message_edits: MessageEditsTable
  }
}

/** One edit of a message: who made it, when, and the state before it. */
export interface MessageEditsTable {
  realm_id: number
  message_id: number
  /** increases with each edit of the message */
  version: number
  user_id: number
  edited_at: number
  /** of the three texts, as sent to clients */
  bytes: number
  /** null: the topic did not change */
  prev_topic: string | null
  /** null: it stayed in its stream */
  prev_stream: number | null
  /** null: the content did not change */
  prev_content: string | null
  prev_rendered_content: string | null
}
