/** Who is signed in with a browser. Times are epoch seconds. */
export interface SessionsTable {
  realm_id: number
  id: number
  user_id: number
  /** keyed hash of what the cookie holds */
  token_hash: string
  user_agent: string
  created_at: number
  /** written at most once an hour */
  last_seen: number
}
