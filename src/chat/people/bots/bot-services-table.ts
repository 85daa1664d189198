declare module '../../chat-tables.ts' {
  interface ChatTables {
    bot_services: BotServicesTable
  }
}

/** The services that outgoing webhook bots post messages to. */
export interface BotServicesTable {
  realm_id: number
  user_id: number
  base_url: string
  /** 1 generic, 2 Slack-compatible */
  interface: number
  /** sent in every request, as clients of this family expect */
  token_sealed: string
  /** signs every request, and is never sent */
  secret_sealed: string
}
