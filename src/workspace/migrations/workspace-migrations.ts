import type { Migration } from '../../platform/database/schema/migration.ts'
import { createWorkspaces } from './0001-workspaces.ts'
import { createBridge, createSentMessages } from './0002-bridge.ts'
import { createWorkspaceInvites } from './0003-invitations.ts'
import { createSharedStatuses } from './0004-shared-statuses.ts'

/** Of each database, after those of the product. */
export const workspaceMigrations: Readonly<Record<'chat' | 'telephony', readonly Migration[]>> = {
  chat: [
    { name: 'workspace-0001-workspaces', up: createWorkspaces },
    { name: 'workspace-0002-bridge', up: createBridge },
    { name: 'workspace-0003-invitations', up: createWorkspaceInvites },
    { name: 'workspace-0004-shared-statuses', up: createSharedStatuses },
  ],
  telephony: [{ name: 'workspace-0002-bridge', up: createSentMessages }],
}
