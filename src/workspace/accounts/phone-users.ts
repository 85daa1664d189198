import { badRequest } from '../../chat/chat-error.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import type { Actor } from '../../chat/identity/users/user.ts'
import { accessAccount } from '../../chat/people/user-access.ts'
import { contactsTable } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import type { Workspace } from '../workspace.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import { linkAccount, personWhoLinks, unlinkAccount } from './link-account.ts'
import { listMembers } from './workspace-store.ts'
import { type WorkspacesTable, workspaceMembersTable, workspacesTable } from './workspace-tables.ts'

const MAX_LISTED = 100_000

/** Which accounts of the organization have which telephony users. */
export async function listPhoneUsers({ database }: Workspace, realm: Realm) {
  const members = await listMembers(database.read, realm.id, 0, MAX_LISTED)
  return members.map(({ user_id, contact_id, is_created }) => ({
    user_id,
    phone_user_id: is_created ? contact_id : null,
  }))
}

/**
 * An administrator vouches that the account belongs to the person who uses these phones; null takes them away. Who owns
 * the phones is not for administrators to decide: only the owner, or the operator on the command line.
 */
export async function changePhoneUser(
  workspace: Workspace,
  actor: Actor,
  userId: number,
  contactId: string | null,
): Promise<void> {
  const { database, telephony } = workspace
  const { realm } = actor
  const link = await workspacesTable.find(database.read, { realm_id: realm.id })
  if (!link) throw badRequest('This organization has no phones yet.')
  const user = await accessAccount(database.read, realm, userId)
  await requireOwnerFor(workspace, link, actor, user.id, contactId)
  const author = personWhoLinks(actor.user)
  if (contactId === null) return unlinkAccount(workspace, author, link, user)
  const contact = await contactsTable.find(telephony.database.read, {
    company_id: link.company_id,
    id: contactId,
  })
  if (!contact) throw badRequest('Invalid phone user ID')
  await linkAccount(workspace, author, user, contact)
}

async function requireOwnerFor(
  { database, telephony }: Workspace,
  link: WorkspacesTable,
  { realm, user: actor }: Actor,
  userId: number,
  contactId: string | null,
): Promise<void> {
  const company = await currentCompany(telephony, link.company_id)
  const ownerId = company?.primary_contact_id
  const isOwner = async (id: number) =>
    (await workspaceMembersTable.find(database.read, { realm_id: realm.id, user_id: id }))?.contact_id ===
    ownerId
  if (contactId !== ownerId && !(await isOwner(userId))) return
  if (mayInWorkspace(actor, 'change the link of the owner of the phones', await isOwner(actor.id))) return
  throw badRequest('Only the owner of the phones or the operator of the server may change this link.')
}
