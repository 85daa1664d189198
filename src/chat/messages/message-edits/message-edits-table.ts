/** One edit of a message: who, when, and what was there before. */
export interface MessageEditsTable {
  realm_id: number
  message_id: number
  /** counts up with each edit of the message */
  version: number
  user_id: number
  edited_at: number
  /** of the three texts, as a client reads them */
  bytes: number
  /** null: the topic stayed */
  prev_topic: string | null
  /** null: the content stayed */
  prev_content: string | null
  prev_rendered_content: string | null
}
