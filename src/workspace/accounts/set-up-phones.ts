import { badRequest } from '../../chat/chat-error.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import type { User } from '../../chat/identity/users/user.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import type { Company } from '../../telephony/identity/company.ts'
import { contactsTable, fullName } from '../../telephony/identity/contact.ts'
import { findContactByEmail } from '../../telephony/identity/contact-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import type { Workspace } from '../workspace.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import { connectPhones } from './connect-phones.ts'
import { linkAccount, theOperator, unlinkAccount } from './link-account.ts'
import { AccountSync } from './sync-accounts.ts'
import { workspaceMembersTable, workspacesTable } from './workspace-tables.ts'

/**
 * For the operator, who vouches for the address: gives a new account its phone user. The first administrator of an
 * organization without a company gets one, and owns it. Returns the company.
 */
export async function setUpPhones(
  workspace: Workspace,
  realm: Realm,
  user: User,
): Promise<Company | undefined> {
  const { telephony } = workspace
  const link = await workspacesTable.find(workspace.database.read, { realm_id: realm.id })
  if (!link)
    return mayInWorkspace(user, 'connect a company for phones')
      ? connectPhones(workspace, { realm, user }, undefined)
      : undefined
  if (!mayInWorkspace(user, 'use the phones', true)) return undefined
  const contact = await findContactByEmail(telephony.database.read, link.company_id, user.email)
  if (contact) await linkAccount(workspace, theOperator, user, contact)
  await new AccountSync(workspace).syncAccount(realm.id, user.id)
  return currentCompany(telephony, link.company_id)
}

/**
 * For the operator: makes the account a phone user (`primary`: the owner), who is taken from another account. Returns
 * the name of the phone user.
 */
export async function givePhoneUser(
  workspace: Workspace,
  realm: Realm,
  user: User,
  wanted: string,
): Promise<string> {
  const { database, telephony } = workspace
  const link = await workspacesTable.find(database.read, { realm_id: realm.id })
  const company = link && (await currentCompany(telephony, link.company_id))
  if (!company) throw badRequest('This organization has no phones yet.')
  const id = wanted === 'primary' ? company.primary_contact_id : wanted
  const contact = await contactsTable.find(telephony.database.read, { company_id: company.id, id })
  if (!contact) throw badRequest(`${company.name} has no phone user '${wanted}'.`)
  const holder = await workspaceMembersTable.findBy(database.read, { company_id: company.id, contact_id: id })
  const other = holder && (await usersTable.find(database.read, { realm_id: realm.id, id: holder.user_id }))
  if (other && other.id !== user.id) await unlinkAccount(workspace, theOperator, link, other)
  await linkAccount(workspace, theOperator, user, contact)
  return fullName(contact)
}
