import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    users: UsersTable
    role_changes: RoleChangesTable
  }
}

export type Role = 'administrator' | 'member' | 'guest'

/** People and bots. Times are epoch seconds. */
export interface UsersTable {
  realm_id: number
  id: number
  email: string
  /** lower case, for lookups */
  email_key: string
  /** 1: its owner can read its mail, or an identity provider or the operator vouches for it; 0: somebody typed it */
  email_proven: number
  full_name: string
  /** lower case, for mentions */
  name_key: string
  short_name: string
  role: Role
  /** null: a person; 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded */
  bot_type: number | null
  bot_owner_id: number | null
  /** The notification bot of the organization. */
  is_system: number
  is_active: number
  date_joined: number
  timezone: string
  /** null: the default picture, generated from the name */
  avatar_url: string | null
  password_hash: string | null
  api_key_hash: string
  api_key_sealed: string
  /** JSON: what differs from the defaults of user-settings.ts */
  settings: string
  /** When its owner was last notified of a failure of this bot. */
  owner_told_at: number
}

/** The role that a user had up to and including the event at this position. Pruned with the event log. */
export interface RoleChangesTable {
  realm_id: number
  user_id: number
  position: number
  previous_role: Role
}

export const usersTable = table('users', ['realm_id', 'id'])

export const roleChangesTable = table('role_changes', ['realm_id', 'user_id', 'position'])
