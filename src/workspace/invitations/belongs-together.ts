import type { InvitesTable } from '../../chat/accounts/invitations/invites-table.ts'
import type { Contact } from '../../telephony/identity/contact.ts'
import type { WorkspaceInvitesTable } from './workspace-invites-table.ts'

/** Whether an invitation to the chat still goes with that of the user: not revoked, not issued again, same address. */
export const belongsTogether = (
  row: WorkspaceInvitesTable,
  invite: InvitesTable,
  contact: Contact,
): boolean =>
  contact.activated === 1 &&
  contact.invitation_status !== 'revoked' &&
  contact.invitation_issued_at === row.issued_at &&
  contact.email_key === invite.email_key
