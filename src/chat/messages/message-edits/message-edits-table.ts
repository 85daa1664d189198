import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    message_edits: MessageEditsTable
    topic_moves: TopicMovesTable
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

/** A pending move of many messages to another topic or stream. */
export interface TopicMovesTable {
  realm_id: number
  id: number
  /** who requested it */
  user_id: number
  stream_id: number
  recipient_id: number
  /** the old topic, in lower case */
  topic_key: string
  /** the new topic */
  topic: string
  /** the new stream; the same as stream_id if only the topic changes */
  to_stream_id: number
  to_recipient_id: number
  propagate_mode: string
  /** the oldest message that may belong to it */
  from_message: number
  /** messages from this id on have been moved, or were sent later */
  before_message: number
  /** milliseconds; a move that has not progressed for a while has stalled */
  worked_at: number
}

export const topicMovesTable = table('topic_moves', ['realm_id', 'id'])
