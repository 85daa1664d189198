import { changeName } from '../../chat/accounts/change-name.ts'
import { deactivateWithin } from '../../chat/accounts/deactivate-user.ts'
import { refuseLastAdministratorLeaving } from '../../chat/accounts/last-administrator.ts'
import { ChatError } from '../../chat/chat-error.ts'
import type { User } from '../../chat/identity/users/user.ts'
import { findUser } from '../../chat/identity/users/user-store.ts'
import { hasProvenEmail } from '../../telephony/company/contacts/invitation.ts'
import { updateContact } from '../../telephony/company/contacts/update-contact.ts'
import { serverItself } from '../../telephony/identity/actor.ts'
import { type Contact, fullName } from '../../telephony/identity/contact.ts'
import { findContact, updateContactRow } from '../../telephony/identity/contact-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { Problem } from '../../telephony/problem.ts'
import type { TelephonyDb } from '../../telephony/telephony-platform.ts'
import type { Workspace } from '../workspace.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import { accountLinkChanged } from './account-link-events.ts'
import { type AccountMerge, type CommonState, mergeAccount } from './merge-account.ts'
import { splitName } from './split-name.ts'
import { findMember, updateMember } from './workspace-store.ts'
import type { WorkspaceMembersTable } from './workspace-tables.ts'

/**
 * Makes a linked account and its telephony user alike: the name in both directions, the email address from the account,
 * which has confirmed it. A user who is disabled closes the account; only the account opens both again. Doing it again
 * changes nothing, so a crash does no harm.
 */
export async function reconcileAccount(workspace: Workspace, member: WorkspaceMembersTable): Promise<void> {
  if (member.contact_id === null || !member.is_created) return
  const { telephony } = workspace
  const company = await currentCompany(telephony, member.company_id)
  const user = await findUser(workspace.database.read, member.realm_id, member.user_id)
  if (!company || !user) return
  const contact = await findContact(telephony.database.read, company.id, member.contact_id)
  if (!contact) return releaseAccount(workspace, member)
  const realm = await workspace.realmsById.require(user.realm_id)
  const merge = mergeAccount(
    stateOfMember(member),
    stateOfUser(user),
    stateOfContact(contact),
    realm.settings.name_changes_disabled,
  )
  const accepted = await changeUser(workspace, user, merge)
  await changeContact(workspace, member, contact, accepted, user.email)
  await proveEmail(workspace, member, user)
  await workspace.transact(member.realm_id, async ({ db }) => {
    // The link may have changed meanwhile.
    const current = await findMember(db, member.realm_id, member.user_id)
    if (current?.contact_id !== member.contact_id) return
    await updateMember(db, member, {
      full_name: accepted.fullName,
      is_active: accepted.isActive ? 1 : 0,
    })
  })
}

const stateOfMember = (member: WorkspaceMembersTable): CommonState => ({
  fullName: member.full_name,
  isActive: member.is_active === 1,
})
const stateOfUser = (user: User): CommonState => ({
  fullName: user.full_name,
  // A guest has no phones.
  isActive: user.is_active === 1 && mayInWorkspace(user, 'use the phones', true),
})
const stateOfContact = (contact: Contact): CommonState => ({
  fullName: fullName(contact),
  isActive: contact.activated === 1,
})

/** What the account has proven, the telephony user has: they are one person. */
async function proveEmail(workspace: Workspace, member: WorkspaceMembersTable, user: User): Promise<void> {
  if (!user.email_proven) return
  const { telephony } = workspace
  const { company_id: companyId, contact_id: id } = member
  const isOpen = async (db: TelephonyDb) => {
    const contact = await findContact(db, companyId, id!)
    return contact?.email_key === user.email_key && !hasProvenEmail(contact)
  }
  if (!(await isOpen(telephony.database.read))) return
  await telephony.transact(companyId, async (tx) => {
    if (await isOpen(tx.db))
      await updateContactRow(tx.db, companyId, id!, { proven_email_key: user.email_key })
  })
}

/** The telephony user was deleted. The account keeps that in mind, and gets no new user by itself. */
async function releaseAccount(workspace: Workspace, member: WorkspaceMembersTable): Promise<void> {
  await workspace.transact(member.realm_id, async (transaction) => {
    await updateMember(transaction.db, member, { contact_id: null })
    transaction.announce(accountLinkChanged(member.user_id))
  })
}

/** Returns what the account has afterwards: the chat may refuse, such as to lose its last administrator. */
async function changeUser(
  workspace: Workspace,
  user: User,
  { merged, changesUser }: AccountMerge,
): Promise<CommonState> {
  if (!changesUser) return merged
  try {
    await workspace.transact(user.realm_id, async (transaction) => {
      const current = (await findUser(transaction.db, user.realm_id, user.id))!
      const renamed = await changeName(workspace, transaction, current, merged.fullName)
      // A guest, who has no phones, keeps the account.
      if (merged.isActive === stateOfUser(current).isActive || !current.is_active) return
      await refuseLastAdministratorLeaving(transaction.db, renamed)
      await deactivateWithin(transaction, renamed)
    })
    return merged
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    workspace.log.warn({ reason: error.message, userId: user.id }, 'an account keeps its name and state')
    return stateOfUser(user)
  }
}

async function changeContact(
  workspace: Workspace,
  member: WorkspaceMembersTable,
  contact: Contact,
  wanted: CommonState,
  email: string,
): Promise<void> {
  const { telephony } = workspace
  const company = await currentCompany(telephony, member.company_id)
  const state = stateOfContact(contact)
  const change = {
    ...(wanted.fullName !== state.fullName && splitName(wanted.fullName)),
    ...(wanted.isActive !== state.isActive && { activated: wanted.isActive }),
    ...(email.toLowerCase() !== contact.email_key && { contacts: { email } }),
  }
  if (Object.keys(change).length === 0) return
  try {
    await updateContact(telephony, serverItself(company!), contact.id, change)
  } catch (error) {
    // Such as an address that another user has, or the primary user, who cannot be disabled.
    if (!(error instanceof Problem) || error.status >= 500) throw error
    workspace.log.warn({ reason: error.message, contactId: contact.id }, 'a phone user stays as it is')
  }
}
