import type { Migration } from '../../platform/database/migration.ts'
import { createWorkspaces } from './0001-workspaces.ts'
import { createWorkspaceInvites } from './0003-invitations.ts'

/** Of the database of the chat, after its own. */
export const workspaceMigrations: readonly Migration[] = [
  { name: 'workspace-0001-workspaces', up: createWorkspaces },
  { name: 'workspace-0003-invitations', up: createWorkspaceInvites },
]
