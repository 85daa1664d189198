/** A message that somebody wants to be sent later. Gone when it is sent. Times are epoch seconds. */
export interface ScheduledMessagesTable {
  realm_id: number
  id: number
  user_id: number
  /** null: a private message */
  stream_id: number | null
  /** ids of those whom a private message goes to, ascending, joined by commas; null for a stream */
  people: string | null
  topic: string
  content: string
  rendered_content: string
  client: string
  read_by_sender: number
  deliver_at: number
  /** It could not be sent when it was due, and waits for its author. */
  failed: number
  failure_message: string | null
  created_at: number
}
