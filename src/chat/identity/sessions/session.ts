import type { SessionsTable } from './sessions-table.ts'

/** A session with the key under which its owner is cached (see chat.usersByKeyHash). */
export interface Session extends SessionsTable {
  api_key_hash: string
}

/** Since its last use. */
export const SESSION_SECONDS = 14 * 86_400

export const isOver = (session: SessionsTable, now: number) => session.last_seen + SESSION_SECONDS <= now
