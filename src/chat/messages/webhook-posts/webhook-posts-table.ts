/** A message that is still to be posted to the service of a bot. Gone when that is done, or given up. */
export interface WebhookPostsTable {
  realm_id: number
  /** counts up: in this order they are posted */
  id: number
  bot_id: number
  message_id: number
  trigger: 'mention' | 'private_message'
  attempts: number
  /** milliseconds since the epoch */
  next_attempt_at: number
  created_at: number
}
