import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    password_resets: PasswordResetsTable
  }
}

/** Pending password resets. Times are epoch seconds. */
export interface PasswordResetsTable {
  realm_id: number
  id: number
  user_id: number
  token_hash: string
  expires_at: number
  /** 0: an administrator has seen the link, so using it does not prove that the address is theirs */
  proves_email: number
}

export const passwordResetsTable = table('password_resets', ['realm_id', 'id'])
