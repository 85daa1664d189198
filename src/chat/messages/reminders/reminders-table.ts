/** Somebody wants to be reminded of a message. Gone when they have been. Times are epoch seconds. */
export interface RemindersTable {
  realm_id: number
  id: number
  user_id: number
  message_id: number
  note: string
  deliver_at: number
  created_at: number
}
