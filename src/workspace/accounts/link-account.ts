import { badRequest } from '../../chat/chat-error.ts'
import type { ChatTransaction } from '../../chat/chat-platform.ts'
import { isBot, type User } from '../../chat/identity/users/user.ts'
import type { Contact } from '../../telephony/identity/contact.ts'
import type { Workspace } from '../workspace.ts'
import { accountLinkChanged } from './account-link-events.ts'
import {
  deleteMember,
  findMember,
  findMemberOfContact,
  insertMember,
  updateMember,
} from './workspace-store.ts'
import type { WorkspaceMembersTable, WorkspacesTable } from './workspace-tables.ts'

/** The account signs in to the phones as this user from now on. Replaces another link of the account. */
export function linkAccount(workspace: Workspace, user: User, contact: Contact): Promise<void> {
  return workspace.transact(user.realm_id, (transaction) => linkWithin(transaction, user, contact))
}

export async function linkWithin(
  transaction: ChatTransaction,
  user: User,
  contact: Pick<Contact, 'company_id' | 'id'>,
  isCreated = true,
): Promise<void> {
  if (isBot(user)) throw badRequest('Bots cannot have phones.')
  const { db } = transaction
  const other = await findMemberOfContact(db, contact.company_id, contact.id)
  if (other && other.user_id !== user.id) throw badRequest('This phone user belongs to another account.')
  const known = await findMember(db, user.realm_id, user.id)
  if (known) await deleteMember(db, known)
  await insertMember(db, memberOf(user, contact, isCreated))
  transaction.announce(accountLinkChanged(user.id))
}

/** The account keeps that in mind, and gets no new user by itself. */
export function unlinkAccount(workspace: Workspace, link: WorkspacesTable, user: User): Promise<void> {
  return workspace.transact(user.realm_id, async (transaction) => {
    const { db } = transaction
    const known = await findMember(db, user.realm_id, user.id)
    if (known) await updateMember(db, known, { contact_id: null })
    else await insertMember(db, memberOf(user, { company_id: link.company_id, id: null }, true))
    transaction.announce(accountLinkChanged(user.id))
  })
}

const memberOf = (
  user: User,
  contact: { company_id: number; id: string | null },
  isCreated: boolean,
): WorkspaceMembersTable => ({
  realm_id: user.realm_id,
  user_id: user.id,
  company_id: contact.company_id,
  contact_id: contact.id,
  is_created: isCreated ? 1 : 0,
  // At first the account wins: whatever differs counts as changed there.
  full_name: '',
  is_active: 1 - user.is_active,
})
