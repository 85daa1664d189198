declare module '../../chat-tables.ts' {
  interface ChatTables {
    presences: PresencesTable
  }
}

/** When each client of a person last reported. One row for a person, written periodically. */
export interface PresencesTable {
  realm_id: number
  user_id: number
  /** JSON: client name -> [status, epoch seconds]; empty: presence was turned off, and older reports do not count */
  clients: string
  /** the newest of them, or when it was turned off */
  seen_at: number
}
