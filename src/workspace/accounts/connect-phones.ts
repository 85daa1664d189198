import { badRequest } from '../../chat/chat-error.ts'
import type { Actor } from '../../chat/identity/users/user.ts'
import { createCompany } from '../../telephony/company/create-company.ts'
import { findApiKey } from '../../telephony/identity/authenticate-caller.ts'
import type { Company } from '../../telephony/identity/company.ts'
import { contactsTable } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import type { Workspace } from '../workspace.ts'
import { linkAccount, personWhoLinks } from './link-account.ts'
import { linkCompany } from './link-company.ts'
import { splitName } from './split-name.ts'
import { workspacesTable } from './workspace-tables.ts'

/**
 * An administrator connects the organization to a company: an existing one, of which they have an API key with all
 * permissions, or a new one that they own.
 */
export async function connectPhones(
  workspace: Workspace,
  { realm, user }: Actor,
  apiKey: string | undefined,
): Promise<Company> {
  // Checked again with the link, but a new company should not be made in vain.
  if (await workspacesTable.find(workspace.database.read, { realm_id: realm.id })) {
    throw badRequest('This organization has phones already.')
  }
  const { telephony } = workspace
  if (apiKey !== undefined) {
    const company = await companyOfKey(workspace, apiKey)
    await linkCompany(workspace, realm, company.id)
    // With this key they can act as the owner anyway. If the address says that they are, they become it.
    const owner = await contactsTable.find(telephony.database.read, {
      company_id: company.id,
      id: company.primary_contact_id,
    })
    if (owner?.email_key === user.email_key) await linkAccount(workspace, personWhoLinks(user), user, owner)
    return company
  }
  const { first_name: firstName, last_name: lastName } = splitName(user.full_name)
  const { company, owner } = await createCompany(telephony, {
    name: realm.name,
    owner: { firstName, lastName, email: user.email, isProven: user.email_proven === 1 },
    location: 'Headquarters',
  })
  await linkCompany(workspace, realm, company.id)
  const contact = await contactsTable.find(telephony.database.read, { company_id: company.id, id: owner.id })
  await linkAccount(workspace, personWhoLinks(user), user, contact!)
  return company
}

async function companyOfKey({ telephony }: Workspace, token: string): Promise<Company> {
  const key = await findApiKey(telephony, token.trim())
  const company = key && (await currentCompany(telephony, key.company_id))
  if (!key || company?.status !== 'active') throw badRequest('This API key is not valid.')
  if (!key.scopes.includes('admin')) throw badRequest("This API key does not permit 'admin'.")
  return company
}
