import { badRequest } from '../../chat/chat-error.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import { accessAccount } from '../../chat/people/user-access.ts'
import { findContact } from '../../telephony/identity/contact-store.ts'
import type { Workspace } from '../workspace.ts'
import { linkAccount, unlinkAccount } from './link-account.ts'
import { findWorkspace, listMembers } from './workspace-store.ts'

const MOST_LISTED = 100_000

/** Which accounts of the organization have which telephony users. */
export async function listPhoneUsers({ database }: Workspace, realm: Realm) {
  const members = await listMembers(database.read, realm.id, 0, MOST_LISTED)
  return members.map(({ user_id, contact_id, is_created }) => ({
    user_id,
    phone_user_id: is_created ? contact_id : null,
  }))
}

/** An administrator vouches that the account belongs to the person who uses these phones; null takes them away. */
export async function changePhoneUser(
  workspace: Workspace,
  realm: Realm,
  userId: number,
  contactId: string | null,
): Promise<void> {
  const { database, telephony } = workspace
  const link = await findWorkspace(database.read, realm.id)
  if (!link) throw badRequest('This organization has no company for phones yet.')
  const user = await accessAccount(database.read, realm, userId)
  if (contactId === null) return unlinkAccount(workspace, link, user)
  const contact = await findContact(telephony.database.read, link.company_id, contactId)
  if (!contact) throw badRequest('Invalid phone user ID')
  await linkAccount(workspace, user, contact)
}
