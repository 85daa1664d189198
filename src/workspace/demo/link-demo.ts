import { isBot } from '../../chat/identity/users/user.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import { ACME_KEY } from '../../telephony/demo/create-demo-companies.ts'
import { findContactByEmail } from '../../telephony/identity/contact-store.ts'
import { linkAccount, theOperator, unlinkAccount } from '../accounts/link-account.ts'
import { linkCompany } from '../accounts/link-company.ts'
import { workspacesTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'

/** Gives the organization of the root domain the phones of Acme, unless it has some. Ada and Ben are users there. */
export async function linkDemo(workspace: Workspace): Promise<void> {
  const { database, telephony } = workspace
  const realm = await workspace.realmsByHost.get('')
  const key = await telephony.apiKeys.get(telephony.secrets.hash(ACME_KEY))
  if (!realm || !key || (await workspacesTable.find(database.read, { realm_id: realm.id }))) return
  await linkCompany(workspace, realm, key.company_id)
  const link = (await workspacesTable.find(database.read, { realm_id: realm.id }))!
  for (const user of await usersTable.list(database.read, { realm_id: realm.id })) {
    if (isBot(user)) continue
    const contact = await findContactByEmail(telephony.database.read, key.company_id, user.email)
    // The examples of the documentation count on Acme having two users.
    await (contact
      ? linkAccount(workspace, theOperator, user, contact)
      : unlinkAccount(workspace, theOperator, link, user))
  }
}
