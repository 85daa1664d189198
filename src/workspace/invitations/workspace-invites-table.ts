import type { ChatTables } from '../../chat/chat-tables.ts'
import type { Handle } from '../../platform/database/database.ts'
import { tablesOf } from '../../platform/database/table.ts'

/** A table in the database of the chat that the chat does not know. */
export interface WorkspaceInviteTables {
  workspace_invites: WorkspaceInvitesTable
}

/** The invitation to the chat that goes with the invitation of a telephony user, until it is used or revoked. */
export interface WorkspaceInvitesTable {
  company_id: number
  contact_id: string
  /** when the telephony invitation was issued, in milliseconds: a new one needs another invitation to the chat */
  issued_at: number
  realm_id: number
  invite_id: number
}

export const workspaceInvitesTable = tablesOf<WorkspaceInviteTables, Handle<ChatTables>>()(
  'workspace_invites',
  ['company_id', 'contact_id'],
)
