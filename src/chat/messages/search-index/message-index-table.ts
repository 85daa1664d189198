declare module '../../chat-tables.ts' {
  interface ChatTables {
    message_index: MessageIndexTable
    message_tokens: MessageTokensTable
    search_marks: SearchMarksTable
  }
}

/** SQLite: a full-text table without content. The row id combines organization and message. */
export interface MessageIndexTable {
  rowid: number
  words: string
  /** the left side of a `match` */
  message_index: string
}

/** PostgreSQL: the same, with an inverted index on `tokens`. */
export interface MessageTokensTable {
  realm_id: number
  message_id: number
  /** in order, for phrases */
  words: string
  tokens: string
}

/** Which messages of an organization are indexed: those above `low` and up to `high`. */
export interface SearchMarksTable {
  realm_id: number
  low: number
  high: number
}
