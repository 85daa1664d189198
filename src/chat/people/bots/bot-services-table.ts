/** Where the messages for an outgoing webhook bot go. */
export interface BotServicesTable {
  realm_id: number
  user_id: number
  base_url: string
  /** 1 generic, 2 as Slack's */
  interface: number
  /** stands in every post, as clients of this family expect it */
  token_sealed: string
  /** signs every post, and stands in none */
  secret_sealed: string
  /** The process that is posting for this bot, and until when it may. */
  lease_holder: string
  lease_until: number
}
