/** What readers attach to a message that is more than a text, such as the votes of a poll. */
export interface SubmessagesTable {
  realm_id: number
  message_id: number
  id: number
  sender_id: number
  msg_type: string
  /** JSON, which only the clients understand */
  content: string
}
