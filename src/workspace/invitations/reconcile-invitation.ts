import { revokeWithin } from '../../chat/accounts/invitations/change-invite.ts'
import { findInvite, findPendingInvite } from '../../chat/accounts/invitations/invite-store.ts'
import { secondsOf } from '../../platform/clock.ts'
import {
  completeInvitation,
  revokeInvitation,
} from '../../telephony/company/invitations/change-invitation.ts'
import { serverItself } from '../../telephony/identity/actor.ts'
import { findContact } from '../../telephony/identity/contact-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { Problem } from '../../telephony/problem.ts'
import type { Workspace } from '../workspace.ts'
import { belongsTogether } from './belongs-together.ts'
import { deleteWorkspaceInvite } from './workspace-invite-store.ts'
import type { WorkspaceInvitesTable } from './workspace-invites-table.ts'

/**
 * What happened to one of two invitations that belong together happens to the other. Comparing again changes nothing,
 * so a crash at any point does no harm.
 */
export async function reconcileInvitation(workspace: Workspace, row: WorkspaceInvitesTable): Promise<void> {
  const { telephony, database } = workspace
  const company = await currentCompany(telephony, row.company_id)
  const contact = company && (await findContact(telephony.database.read, row.company_id, row.contact_id))
  const invite = await findInvite(database.read, row.realm_id, row.invite_id)
  if (invite?.state === 'pending') {
    if (contact && belongsTogether(row, invite, contact)) return
    return revokeInChat(workspace, row)
  }
  if (company && contact && invite && contact.invitation_issued_at === row.issued_at) {
    const author = serverItself(company)
    try {
      if (invite.state === 'revoked') await revokeInvitation(telephony, author, contact.id)
      // The invitation of the chat was mailed to its address.
      else await completeInvitation(telephony, author, contact.id, invite.email_key)
    } catch (error) {
      // It was accepted, revoked or deleted there, or has expired.
      if (!(error instanceof Problem) || error.status >= 500) throw error
    }
  }
  await workspace.transact(row.realm_id, ({ db }) => deleteWorkspaceInvite(db, row))
}

function revokeInChat(workspace: Workspace, row: WorkspaceInvitesTable): Promise<void> {
  return workspace.transact(row.realm_id, async (transaction) => {
    const { db } = transaction
    const invite = await findPendingInvite(db, row.realm_id, row.invite_id, secondsOf(workspace.clock))
    if (invite) await revokeWithin(workspace, transaction, invite)
    await deleteWorkspaceInvite(db, row)
  })
}
