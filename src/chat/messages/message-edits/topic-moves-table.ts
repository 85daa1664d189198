/** A move of many messages to another topic that is not finished yet. */
export interface TopicMovesTable {
  realm_id: number
  id: number
  /** who asked for it */
  user_id: number
  stream_id: number
  recipient_id: number
  /** where the messages were, in lower case */
  topic_key: string
  /** where they go */
  topic: string
  propagate_mode: string
  /** the oldest message that may belong to it */
  from_message: number
  /** what was there from this message on is done, or came later */
  before_message: number
  /** milliseconds; a move that nobody has worked on for a while was left behind */
  worked_at: number
}
