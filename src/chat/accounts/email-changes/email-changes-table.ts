import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    email_changes: EmailChangesTable
  }
}

/** New addresses that await confirmation, at most one for each person. Times are epoch seconds. */
export interface EmailChangesTable {
  realm_id: number
  user_id: number
  new_email: string
  token_hash: string
  /** hash of the password and the key at the time of the request */
  credentials_hash: string
  expires_at: number
}

export const emailChangesTable = table('email_changes', ['realm_id', 'user_id'])
