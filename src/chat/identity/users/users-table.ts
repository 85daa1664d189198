export type Role = 'administrator' | 'member' | 'guest'

/** People and bots. Times are epoch seconds. */
export interface UsersTable {
  realm_id: number
  id: number
  email: string
  /** lower case, for look-ups */
  email_key: string
  full_name: string
  /** lower case, for mentions */
  name_key: string
  short_name: string
  role: Role
  /** The role up to and including the event at `role_changed_at`: old events are judged by it. */
  previous_role: Role
  role_changed_at: number
  /** null: a person; 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded */
  bot_type: number | null
  bot_owner_id: number | null
  /** The notification bot of the organization. */
  is_system: number
  is_active: number
  date_joined: number
  timezone: string
  /** null: the default picture, made from the name */
  avatar_url: string | null
  password_hash: string | null
  api_key_hash: string
  api_key_sealed: string
  /** JSON: what differs from the defaults of user-settings.ts */
  settings: string
  /** When its owner was last told that this bot writes into the void. */
  owner_told_at: number
}
