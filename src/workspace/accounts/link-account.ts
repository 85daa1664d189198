import { badRequest } from '../../chat/chat-error.ts'
import type { ChatTransaction, Db } from '../../chat/chat-platform.ts'
import { findHolds, underLegalHold } from '../../chat/identity/legal-holds/held.ts'
import { isBot, type User } from '../../chat/identity/users/user.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import { recordChanges } from '../../telephony/company/audit/record-change.ts'
import { type Author, serverItself } from '../../telephony/identity/actor.ts'
import type { Company } from '../../telephony/identity/company.ts'
import { type Contact, contactKey } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import type { Workspace } from '../workspace.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import { accountLinkChanged } from './account-link-events.ts'
import {
  type WorkspaceMembersTable,
  type WorkspacesTable,
  workspaceMembersTable,
} from './workspace-tables.ts'

/** Who links accounts: a person, or without an account the operator or the server. */
export interface LinkAuthor {
  readonly user: User | undefined
  readonly name: string
}

export const theOperator: LinkAuthor = { user: undefined, name: 'The operator' }
export const theServer: LinkAuthor = { user: undefined, name: 'The server, by a mailed invitation' }
export const personWhoLinks = (user: User): LinkAuthor => ({ user, name: user.full_name })

/** The account signs in to the phones as this user from now on. Replaces another link of the account. */
export async function linkAccount(
  workspace: Workspace,
  author: LinkAuthor,
  user: User,
  contact: Contact,
): Promise<void> {
  const { read } = workspace.database
  await checkLink(read, user, contact)
  const known = await workspaceMembersTable.find(read, { realm_id: user.realm_id, user_id: user.id })
  if (known?.contact_id === contact.id && known.is_created) return
  if (known?.contact_id !== contact.id) await refuseLosingHeldPhones(read, known)
  // First the audit trail: there is no link that it does not know.
  await recordLinks(workspace, contact.company_id, author, user, known?.contact_id ?? null, contact.id)
  await workspace.transact(user.realm_id, async (transaction) => {
    await linkWithin(transaction, user, contact)
    await tellPerson(workspace, transaction, author, user, 'chose another phone user for your account')
  })
}

export async function linkWithin(
  transaction: ChatTransaction,
  user: User,
  contact: Pick<Contact, 'company_id' | 'id'>,
  isCreated = true,
): Promise<void> {
  const { db } = transaction
  await checkLink(db, user, contact)
  const known = await workspaceMembersTable.find(db, { realm_id: user.realm_id, user_id: user.id })
  if (known) await workspaceMembersTable.remove(db, known)
  await workspaceMembersTable.insert(db, memberOf(user, contact, isCreated))
  transaction.announce(accountLinkChanged(user.id))
}

async function checkLink(db: Db, user: User, contact: Pick<Contact, 'company_id' | 'id'>): Promise<void> {
  if (!mayInWorkspace(user, 'use the phones', true)) {
    throw badRequest(isBot(user) ? 'Bots cannot have phones.' : 'Guests cannot have phones.')
  }
  const other = await workspaceMembersTable.findBy(db, {
    company_id: contact.company_id,
    contact_id: contact.id,
  })
  if (other && other.user_id !== user.id) throw badRequest('This phone user belongs to another account.')
}

/** The account keeps that in mind, and gets no new user automatically. */
export async function unlinkAccount(
  workspace: Workspace,
  author: LinkAuthor,
  link: WorkspacesTable,
  user: User,
): Promise<void> {
  const linked = await workspaceMembersTable.find(workspace.database.read, {
    realm_id: user.realm_id,
    user_id: user.id,
  })
  await refuseLosingHeldPhones(workspace.database.read, linked)
  if (linked?.contact_id != null) {
    await recordLinks(workspace, link.company_id, author, user, linked.contact_id, null)
  }
  await workspace.transact(user.realm_id, async (transaction) => {
    const { db } = transaction
    const known = await workspaceMembersTable.find(db, { realm_id: user.realm_id, user_id: user.id })
    if (known) await workspaceMembersTable.update(db, known, { contact_id: null })
    else
      await workspaceMembersTable.insert(db, memberOf(user, { company_id: link.company_id, id: null }, true))
    transaction.announce(accountLinkChanged(user.id))
    if (known?.contact_id != null) {
      await tellPerson(workspace, transaction, author, user, 'took the phone user of your account away')
    }
  })
}

/** Without the link, nobody would know that the data of the phone user is held. */
async function refuseLosingHeldPhones(db: Db, member: WorkspaceMembersTable | undefined): Promise<void> {
  if (member?.contact_id == null) return
  const { users } = await findHolds(db, member.realm_id)
  if (users.has(member.user_id)) throw underLegalHold('The phone user of this person is')
}

/** Each link in the audit trail of the phones, under the name of who made it. */
export async function recordLinks(
  { telephony, clock, database }: Workspace,
  companyId: number,
  author: LinkAuthor,
  user: User,
  former: string | null,
  next: string | null,
): Promise<void> {
  const company = await currentCompany(telephony, companyId)
  if (!company) return
  const member =
    author.user &&
    (await workspaceMembersTable.find(database.read, {
      realm_id: author.user.realm_id,
      user_id: author.user.id,
    }))
  const contact = member?.contact_id
    ? await telephony.contacts.get(contactKey(company.id, member.contact_id))
    : undefined
  const account = { account: `${user.full_name} <${user.email}>`, by: author.name }
  const changes = [
    ...(former === null || former === next
      ? []
      : [{ action: 'contact.unlinked' as const, id: former, before: account, after: null }]),
    ...(next === null ? [] : [{ action: 'contact.linked' as const, id: next, before: null, after: account }]),
  ]
  await telephony.transact(company.id, (tx) => recordChanges(tx, clock, authorOf(company, contact), changes))
}

const authorOf = (company: Company, contact: Contact | undefined): Author =>
  contact
    ? { company, contact, caller: { kind: 'person', role: 'user', owner: null } }
    : serverItself(company)

async function tellPerson(
  workspace: Workspace,
  transaction: ChatTransaction,
  author: LinkAuthor,
  user: User,
  what: string,
): Promise<void> {
  if (!author.user || author.user.id === user.id || !user.is_active) return
  const realm = await workspace.realmsById.require(user.realm_id)
  await sendNotification(workspace, transaction, realm, { to: user, content: `${author.name} ${what}.` })
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
