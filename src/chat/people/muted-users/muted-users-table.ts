import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    muted_users: MutedUsersTable
  }
}

export interface MutedUsersTable {
  realm_id: number
  user_id: number
  muted_user_id: number
  muted_at: number
}

export const mutedUsersTable = table('muted_users', ['realm_id', 'user_id', 'muted_user_id'], {
  orderBy: ['muted_at', 'muted_user_id'],
})
