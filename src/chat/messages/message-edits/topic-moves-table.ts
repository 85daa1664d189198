import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    topic_moves: TopicMovesTable
  }
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
