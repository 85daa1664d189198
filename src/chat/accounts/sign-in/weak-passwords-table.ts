import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    weak_passwords: WeakPasswordsTable
  }
}

/** A password that an administrator chose for somebody, and that has to be changed at the first sign-in. */
export interface WeakPasswordsTable {
  realm_id: number
  user_id: number
  /** that of the account; the row means nothing once the account has another */
  password_hash: string
}

export const weakPasswordsTable = table('weak_passwords', ['realm_id', 'user_id'])
