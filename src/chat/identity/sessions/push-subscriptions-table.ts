import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    push_subscriptions: PushSubscriptionsTable
  }
}

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
