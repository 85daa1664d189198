import type { ChatTables } from '../../chat/chat-tables.ts'
import type { Handle } from '../../platform/database/database.ts'
import { tablesOf } from '../../platform/database/table.ts'

/** Tables in the database of the chat that the chat does not know. */
export interface WorkspaceTables {
  workspaces: WorkspacesTable
  workspace_members: WorkspaceMembersTable
}

/** Which company an organization uses for its phones. */
export interface WorkspacesTable {
  realm_id: number
  company_id: number
  /** epoch seconds */
  created_at: number
}

/** Which user of the company an account is. */
export interface WorkspaceMembersTable {
  realm_id: number
  user_id: number
  company_id: number
  /** null: the account has no user any more, and gets none automatically */
  contact_id: string | null
  /** The telephony user exists; 0: it is still to be created, with this id. */
  is_created: number
  /** The name and state that account and user had in common when they were last compared. */
  full_name: string
  is_active: number
}

const table = tablesOf<WorkspaceTables, Handle<ChatTables>>()

export const workspacesTable = table('workspaces', ['realm_id'])
export const workspaceMembersTable = table('workspace_members', ['realm_id', 'user_id'])
