declare module '../../chat-tables.ts' {
  interface ChatTables {
    message_flags: MessageFlagsTable
    read_ranges: ReadRangesTable
  }
}

/** Flags other than `read`. Most messages have no row for most readers. */
export interface MessageFlagsTable {
  realm_id: number
  user_id: number
  message_id: number
  starred: number
  collapsed: number
  mentioned: number
  has_alert_word: number
}

/**
 * The messages of a recipient that a user has read, as ranges of ids that neither overlap nor touch. A received message
 * outside of all ranges is unread. A message covers all ids since the previous message of the same stream or
 * conversation, so reading in order keeps one range.
 */
export interface ReadRangesTable {
  realm_id: number
  user_id: number
  recipient_id: number
  from_id: number
  /** inclusive */
  to_id: number
}
