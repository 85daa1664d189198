import type { Realm } from '../../chat/identity/realms/realm.ts'
import { isBot } from '../../chat/identity/users/user.ts'
import { findUserByEmail } from '../../chat/identity/users/user-store.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import { listStreams } from '../../chat/streams/stream-store.ts'
import { instancesTable } from '../../telephony/company/instances/instances-table.ts'
import { ACME_KEY } from '../../telephony/demo/create-demo-companies.ts'
import { SUPPORT_NUMBER } from '../../telephony/demo/fill-demo-companies.ts'
import type { ApiKey } from '../../telephony/identity/api-key.ts'
import { contactsTable } from '../../telephony/identity/contact.ts'
import { findContactByEmail } from '../../telephony/identity/contact-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { createExtension } from '../../telephony/phones/extensions/create-extension.ts'
import { linkAccount, theOperator, unlinkAccount } from '../accounts/link-account.ts'
import { linkCompany } from '../accounts/link-company.ts'
import { AccountSync } from '../accounts/sync-accounts.ts'
import { workspacesTable } from '../accounts/workspace-tables.ts'
import { tieNumber } from '../bridge/tie-number.ts'
import type { Workspace } from '../workspace.ts'

const FIRST_COLLEAGUE_EXTENSION = 1004

/**
 * Gives the organization of the root domain the phones of Acme, unless it has some. Ada and Ben are users there; in the
 * full demo all members are, and the texts of a number appear in a stream.
 */
export async function linkDemo(
  workspace: Workspace,
  { isFull = false }: { isFull?: boolean } = {},
): Promise<void> {
  const { database, telephony } = workspace
  const realm = await workspace.realmsByHost.get('')
  const key = await telephony.apiKeys.get(telephony.secrets.hash(ACME_KEY))
  if (!realm || !key || (await workspacesTable.find(database.read, { realm_id: realm.id }))) return
  await linkCompany(workspace, realm, key.company_id)
  const link = (await workspacesTable.find(database.read, { realm_id: realm.id }))!
  for (const user of await usersTable.list(database.read, { realm_id: realm.id })) {
    if (isBot(user)) continue
    const contact = await findContactByEmail(telephony.database.read, key.company_id, user.email)
    if (contact) await linkAccount(workspace, theOperator, user, contact)
    // The examples of the documentation count on Acme having two users.
    else if (!isFull) await unlinkAccount(workspace, theOperator, link, user)
  }
  if (isFull) await connectEverybody(workspace, realm, key)
}

/** Every member has a phone user with an extension. Guests have no phones. */
async function connectEverybody(workspace: Workspace, realm: Realm, key: ApiKey): Promise<void> {
  const { database, telephony, clock } = workspace
  const { read } = telephony.database
  const company = (await currentCompany(telephony, key.company_id))!
  const owner = (await contactsTable.find(read, {
    company_id: company.id,
    id: company.primary_contact_id,
  }))!
  const [instance] = await instancesTable.list(read, { company_id: company.id })
  const phoneActor = { company, contact: owner, caller: { kind: 'key' as const, apiKey: key } }
  const accounts = new AccountSync(workspace)
  let number = FIRST_COLLEAGUE_EXTENSION
  for (const user of await usersTable.list(database.read, { realm_id: realm.id })) {
    if (isBot(user) || user.role === 'guest') continue
    if (await findContactByEmail(read, company.id, user.email)) continue
    await accounts.syncAccount(realm.id, user.id)
    const contact = await findContactByEmail(read, company.id, user.email)
    if (!contact) continue
    const entered = { last_enter: clock.now() }
    await telephony.transact(company.id, ({ db }) => contactsTable.update(db, contact, entered))
    const extension = { data: { id: number, name: user.full_name }, user: { id: contact.id } }
    await createExtension(telephony, phoneActor, instance!, extension as never)
    number += 1
  }
  const ada = await findUserByEmail(database.read, realm.id, owner.email!)
  const support = (await listStreams(database.read, realm.id)).find(({ name }) => name === 'support')
  if (ada && support) await tieNumber(workspace, { realm, user: ada }, support.id, SUPPORT_NUMBER)
}
