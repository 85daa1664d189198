import type { Migration } from '../../platform/database/migration.ts'
import { createWorkspaces } from './0001-workspaces.ts'
import { createBridge, createSentMessages } from './0002-bridge.ts'

/** Of each database, after those of the product. */
export const workspaceMigrations: Readonly<Record<'chat' | 'telephony', readonly Migration[]>> = {
  chat: [
    { name: 'workspace-0001-workspaces', up: createWorkspaces },
    { name: 'workspace-0002-bridge', up: createBridge },
  ],
  telephony: [{ name: 'workspace-0002-bridge', up: createSentMessages }],
}
