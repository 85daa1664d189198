import { checkEmail } from '../../chat/accounts/create-user.ts'
import { passOnInvite, revokeWithin } from '../../chat/accounts/invitations/change-invite.ts'
import { addInvite } from '../../chat/accounts/invitations/create-invite.ts'
import { mayInvite } from '../../chat/accounts/invitations/invite-access.ts'
import { invitesChanged } from '../../chat/accounts/invitations/invite-events.ts'
import { findPendingInvite } from '../../chat/accounts/invitations/invite-store.ts'
import type { Chat } from '../../chat/chat.ts'
import { ChatError } from '../../chat/chat-error.ts'
import type { ChatTransaction, Db } from '../../chat/chat-platform.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import type { User } from '../../chat/identity/users/user.ts'
import { findUserByEmail } from '../../chat/identity/users/user-store.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { PersonInvitations } from '../../telephony/company/invitations/person-invitations.ts'
import type { Company } from '../../telephony/identity/company.ts'
import type { Contact } from '../../telephony/identity/contact.ts'
import { workspaceMembersTable, workspacesTable } from '../accounts/workspace-tables.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import { belongsTogether } from './belongs-together.ts'
import { workspaceInvitesTable } from './workspace-invites-table.ts'

/** In a connected company, one mail invites to the chat and the phones. */
export const createPersonInvitations = (chat: Chat): PersonInvitations => ({
  async joinLink(company, contact) {
    const link = await workspacesTable.findBy(chat.database.read, { company_id: company.id })
    const realm = link && (await chat.realmsById.get(link.realm_id))
    if (!realm || realm.deactivated || !isAddress(contact.email)) return undefined
    return chat.transact(realm.id, (transaction) => inviteToChat(chat, transaction, realm, company, contact))
  },
})

/**
 * Returns the link to join, which the mail of the telephony carries: the chat sends none. People who have an account
 * get none. Once they have joined, the account sync gives them the telephony user with their address.
 */
async function inviteToChat(
  chat: Chat,
  transaction: ChatTransaction,
  realm: Realm,
  company: Company,
  contact: Contact,
): Promise<string | undefined> {
  const { db } = transaction
  const now = secondsOf(chat.clock)
  const known = await workspaceInvitesTable.find(db, { company_id: company.id, contact_id: contact.id })
  const before = known && (await findPendingInvite(db, realm.id, known.invite_id, now))
  if (before && belongsTogether(known, before, contact)) {
    return passOnInvite(chat, transaction, realm, before)
  }
  if (before) await revokeWithin(chat, transaction, before)
  if (await findUserByEmail(db, realm.id, contact.email!)) return undefined
  if (await workspaceMembersTable.findBy(db, { company_id: company.id, contact_id: contact.id }))
    return undefined
  const inviter = await findInviter(db, realm, company, contact)
  if (!inviter) return undefined
  const { invite, link } = await addInvite(
    chat,
    transaction,
    { realm, user: inviter },
    terms(now, contact),
    contact.email,
  )
  await workspaceInvitesTable.put(db, {
    company_id: company.id,
    contact_id: contact.id,
    issued_at: contact.invitation_issued_at!,
    realm_id: realm.id,
    invite_id: invite.id,
  })
  transaction.announce(invitesChanged(inviter.id))
  return link
}

/** As members, with the default streams, for as long as the telephony invitation is valid. */
const terms = (now: number, { invitation_expires_at: until }: Contact) => ({
  role: 'member' as const,
  streamIds: [],
  includeDefaultStreams: true,
  notifyInviter: false,
  expiresInMinutes: until === null ? null : Math.ceil((until / 1000 - now) / 60),
})

/**
 * The person who invited the phone user, if they may invite to the chat as well. A program with an API key invites
 * nobody to the chat: it could let strangers join.
 */
async function findInviter(
  db: Db,
  realm: Realm,
  company: Company,
  { invited_by: inviterId }: Contact,
): Promise<User | undefined> {
  const member =
    inviterId === null
      ? undefined
      : await workspaceMembersTable.findBy(db, { company_id: company.id, contact_id: inviterId })
  const account = member && (await usersTable.find(db, { realm_id: realm.id, id: member.user_id }))
  if (!account?.is_active || !mayInvite({ realm, user: account }, 'member')) return undefined
  return mayInWorkspace(account, 'invite to the chat by adding a phone user', true) ? account : undefined
}

function isAddress(email: string | null): boolean {
  try {
    checkEmail(email ?? '')
    return true
  } catch (error) {
    if (error instanceof ChatError) return false
    throw error
  }
}
