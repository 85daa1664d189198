import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    sessions: SessionsTable
  }
}

/** Browser sessions. Times are epoch seconds. */
export interface SessionsTable {
  realm_id: number
  id: number
  user_id: number
  /** keyed hash of the cookie's token */
  token_hash: string
  user_agent: string
  created_at: number
  /** written at most once an hour */
  last_seen: number
}

export const sessionsTable = table('sessions', ['realm_id', 'id'], { orderBy: ['last_seen desc', 'id desc'] })
