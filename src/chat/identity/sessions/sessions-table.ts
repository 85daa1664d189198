import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    sessions: SessionsTable
    push_subscriptions: PushSubscriptionsTable
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
  /** IP address, as old as `last_seen`; null: not known */
  address: string | null
  created_at: number
  /** written at most once an hour */
  last_seen: number
  /** the identity provider where it began, the person there, and their session there; null: it began here */
  issuer: string | null
  subject: string | null
  provider_session: string | null
}

export const sessionsTable = table('sessions', ['realm_id', 'id'], { orderBy: ['last_seen desc', 'id desc'] })

/** A browser that is notified by push (see push/). It ends with the session in which it was subscribed. */
export interface PushSubscriptionsTable {
  realm_id: number
  id: number
  user_id: number
  session_id: number
  endpoint_hash: string
  /** JSON of a PushTarget: anybody who has it can send to the browser */
  target_sealed: string
  /** in a row */
  failures: number
  /** epoch milliseconds */
  created_at: number
}

export const pushSubscriptionsTable = table('push_subscriptions', ['realm_id', 'id'])
