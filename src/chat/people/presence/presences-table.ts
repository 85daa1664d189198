declare module '../../chat-tables.ts' {
  interface ChatTables {
    presences: PresencesTable
  }
}

/** When each client of a person last reported. One row for a person, written periodically. */
export interface PresencesTable {
  realm_id: number
  user_id: number
  /** JSON: client name -> [status, epoch seconds] */
  clients: string
  /** the newest of them */
  seen_at: number
}
