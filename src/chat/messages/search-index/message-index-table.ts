/** SQLite: a full-text table that keeps nothing but its index. The row id says organization and message. */
export interface MessageIndexTable {
  rowid: number
  words: string
  /** what a query is compared with */
  message_index: string
}

/** PostgreSQL: the same, under an inverted index on `tokens`. */
export interface MessageTokensTable {
  realm_id: number
  message_id: number
  /** in their order, for phrases */
  words: string
  tokens: string
}

/** Which messages of an organization are in the index: those above `low` and up to `high`. */
export interface SearchMarksTable {
  realm_id: number
  low: number
  high: number
}
