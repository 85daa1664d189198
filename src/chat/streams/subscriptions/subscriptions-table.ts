declare module '../../chat-tables.ts' {
  interface ChatTables {
    subscriptions: SubscriptionsTable
  }
}

/** A user's settings for a stream. They outlive the subscription, so colors are restored on return. */
export interface SubscriptionsTable {
  realm_id: number
  user_id: number
  stream_id: number
  active: number
  color: string
  pin_to_top: number
  is_muted: number
  /** null: the user's own setting */
  desktop_notifications: number | null
  audible_notifications: number | null
  push_notifications: number | null
  email_notifications: number | null
  wildcard_mentions_notify: number | null
}
