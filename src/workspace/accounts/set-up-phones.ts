import type { Realm } from '../../chat/identity/realms/realm.ts'
import { isAdministrator, isGuest, type User } from '../../chat/identity/users/user.ts'
import type { Company } from '../../telephony/identity/company.ts'
import { findContactByEmail } from '../../telephony/identity/contact-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import type { Workspace } from '../workspace.ts'
import { connectPhones } from './connect-phones.ts'
import { linkAccount } from './link-account.ts'
import { AccountSync } from './sync-accounts.ts'
import { findWorkspace } from './workspace-store.ts'

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
  const link = await findWorkspace(workspace.database.read, realm.id)
  if (!link) return isAdministrator(user) ? connectPhones(workspace, { realm, user }, undefined) : undefined
  if (isGuest(user)) return undefined
  const contact = await findContactByEmail(telephony.database.read, link.company_id, user.email)
  if (contact) await linkAccount(workspace, user, contact)
  await new AccountSync(workspace).syncAccount(realm.id, user.id)
  return currentCompany(telephony, link.company_id)
}
