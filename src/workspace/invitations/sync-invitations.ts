import { revokeWithin } from '../../chat/accounts/invitations/change-invite.ts'
import { findPendingInvite } from '../../chat/accounts/invitations/invite-store.ts'
import { invitesTable } from '../../chat/accounts/invitations/invites-table.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import { secondsOf } from '../../platform/clock.ts'
import {
  completeInvitation,
  revokeInvitation,
} from '../../telephony/company/invitations/change-invitation.ts'
import { serverItself } from '../../telephony/identity/actor.ts'
import { contactsTable } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { Problem } from '../../telephony/problem.ts'
import { addPhoneUser } from '../accounts/sync-accounts.ts'
import type { Workspace } from '../workspace.ts'
import { belongsTogether } from './belongs-together.ts'
import type { WorkspaceInvitesTable } from './workspace-invites-table.ts'
import { workspaceInvitesTable } from './workspace-invites-table.ts'

/**
 * Keeps invitations to the chat and to the phones alike. Events name the organizations and companies to compare; like
 * the accounts, everything is compared from time to time.
 */
export class InvitationSync {
  readonly #workspace: Workspace
  readonly #realms = new Set<number>()
  readonly #companies = new Set<number>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
    workspace.follower.on('invites_changed', ({ tenant }) => this.#realms.add(tenant))
    workspace.telephony.follower.on('changed', ({ tenant, payload }) => {
      if (payload.kind === 'contact') this.#companies.add(tenant)
    })
  }

  /** Compares what events have named since the last run. */
  async run(): Promise<void> {
    await forEach(this.#realms, (realm_id) => this.#compare({ realm_id }))
    await forEach(this.#companies, (company_id) => this.#compare({ company_id }))
  }

  /** For servers that do not lead: the leader does it. */
  forget(): void {
    this.#realms.clear()
    this.#companies.clear()
  }

  runAll(): Promise<void> {
    return this.#compare({})
  }

  /** Those of one organization or company, or all. */
  async #compare(of: { realm_id?: number; company_id?: number }): Promise<void> {
    const { read } = this.#workspace.database
    for (const row of await workspaceInvitesTable.list(read, of)) {
      await reconcileInvitation(this.#workspace, row)
    }
  }
}

/** Takes each id out before the work, so that an event during the work counts again; after a failure it stays. */
async function forEach(ids: Set<number>, work: (id: number) => Promise<void>): Promise<void> {
  for (const id of [...ids]) {
    ids.delete(id)
    try {
      await work(id)
    } catch (error) {
      ids.add(id)
      throw error
    }
  }
}

/**
 * What happened to one of two invitations that belong together happens to the other. Comparing again changes nothing,
 * so a crash at any point does no harm.
 */
async function reconcileInvitation(workspace: Workspace, row: WorkspaceInvitesTable): Promise<void> {
  const { telephony, database } = workspace
  const company = await currentCompany(telephony, row.company_id)
  const contact =
    company &&
    (await contactsTable.find(telephony.database.read, { company_id: row.company_id, id: row.contact_id }))
  const invite = await invitesTable.find(database.read, { realm_id: row.realm_id, id: row.invite_id })
  if (invite?.state === 'pending') {
    if (contact && belongsTogether(row, invite, contact)) return
    return revokeInChat(workspace, row)
  }
  if (contact && invite?.state === 'used' && belongsTogether(row, invite, contact)) {
    const id = invite.joined_user_id
    const user =
      id === null ? undefined : await usersTable.find(database.read, { realm_id: row.realm_id, id })
    if (user) await addPhoneUser(workspace, row, user, contact.id)
  }
  if (company && contact && invite && contact.invitation_issued_at === row.issued_at) {
    const author = serverItself(company)
    try {
      if (invite.state === 'revoked') await revokeInvitation(telephony, author, contact.id)
      else {
        const provenEmail = invite.is_mailed ? invite.email_key : null
        await completeInvitation(telephony, author, contact.id, provenEmail)
      }
    } catch (error) {
      // It was accepted, revoked or deleted there, or has expired.
      if (!(error instanceof Problem) || error.status >= 500) throw error
    }
  }
  await workspace.transact(row.realm_id, ({ db }) =>
    workspaceInvitesTable.removeWhere(db, {
      company_id: row.company_id,
      contact_id: row.contact_id,
      invite_id: row.invite_id,
    }),
  )
}

function revokeInChat(workspace: Workspace, row: WorkspaceInvitesTable): Promise<void> {
  return workspace.transact(row.realm_id, async (transaction) => {
    const { db } = transaction
    const invite = await findPendingInvite(db, row.realm_id, row.invite_id, secondsOf(workspace.clock))
    if (invite) await revokeWithin(workspace, transaction, invite)
    await workspaceInvitesTable.removeWhere(db, {
      company_id: row.company_id,
      contact_id: row.contact_id,
      invite_id: row.invite_id,
    })
  })
}
