/** Exceptions only: most messages have no row for most readers. */
export interface MessageFlagsTable {
  realm_id: number
  user_id: number
  message_id: number
  /** null: as the read marks say */
  read: number | null
  starred: number
  collapsed: number
  mentioned: number
  has_alert_word: number
}
