declare module '../../chat-tables.ts' {
  interface ChatTables {
    webhook_posts: WebhookPostsTable
  }
}

/** A message to be posted to the service of a bot. Deleted once it is posted or given up. */
export interface WebhookPostsTable {
  realm_id: number
  /** increasing: the order of posting */
  id: number
  bot_id: number
  message_id: number
  trigger: 'mention' | 'private_message'
  attempts: number
  /** milliseconds since the epoch */
  next_attempt_at: number
  created_at: number
}
