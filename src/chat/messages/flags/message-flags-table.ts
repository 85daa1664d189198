/** Flags other than `read`. Most messages have no row for most readers. */
export interface MessageFlagsTable {
  realm_id: number
  user_id: number
  message_id: number
  starred: number
  collapsed: number
  mentioned: number
  has_alert_word: number
}
