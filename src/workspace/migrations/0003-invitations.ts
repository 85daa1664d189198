import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Invitations of telephony users, with the invitations to the chat that go with them. */
export const createWorkspaceInvites = (db: AnyHandle) =>
  createTables(
    db,
    {
      workspace_invites: {
        columns: {
          company_id: 'id',
          contact_id: 'text',
          issued_at: 'number',
          realm_id: 'id',
          invite_id: 'id',
        },
        key: ['company_id', 'contact_id'],
      },
    },
    [['workspace_invites', ['realm_id', 'invite_id']]],
  )
