import { table } from '../../chat-tables.ts'
import type { Role } from '../../identity/users/users-table.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    invites: InvitesTable
  }
}

/** `superseded`: the person has joined with another invitation */
export type InviteState = 'pending' | 'used' | 'superseded' | 'revoked'

/** Invitations by mail, for one address, and reusable links. Times are epoch seconds. */
export interface InvitesTable {
  realm_id: number
  id: number
  inviter_id: number
  /** null: a reusable link */
  email: string | null
  email_key: string | null
  role: Role
  /** JSON: streams to join */
  stream_ids: string
  include_default_streams: number
  notify_inviter: number
  token_hash: string
  /** encrypted, since links are shown and mailed again */
  token_sealed: string
  created_at: number
  /** null: never expires */
  expires_at: number | null
  state: InviteState
  closed_at: number | null
  /** the reusable link with which somebody asked for this one, which was mailed to confirm their address */
  link_id: number | null
  /** the account that was created with it */
  joined_user_id: number | null
  /** 0: the inviter has seen the link, since no mail carried it. Joining with it does not prove the address. */
  is_mailed: number
}

export const invitesTable = table('invites', ['realm_id', 'id'])
