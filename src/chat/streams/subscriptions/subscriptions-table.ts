/** Somebody's settings for a stream. Outlives the subscription, so that colours come back. */
export interface SubscriptionsTable {
  realm_id: number
  user_id: number
  stream_id: number
  active: number
  color: string
  pin_to_top: number
  is_muted: number
  /** null: as in the user's settings */
  desktop_notifications: number | null
  audible_notifications: number | null
  push_notifications: number | null
  email_notifications: number | null
  wildcard_mentions_notify: number | null
}
