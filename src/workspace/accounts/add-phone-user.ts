import type { User } from '../../chat/identity/users/user.ts'
import { addContact } from '../../telephony/company/contacts/create-contact.ts'
import { acceptedInvitation } from '../../telephony/company/contacts/invitation.ts'
import { serverItself } from '../../telephony/identity/actor.ts'
import { findContact, findContactByEmail, updateContactRow } from '../../telephony/identity/contact-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { newObjectId } from '../../telephony/object-id.ts'
import type { Workspace } from '../workspace.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import { linkWithin, recordLinks, theServer } from './link-account.ts'
import { splitName } from './split-name.ts'
import { findMember, updateMember } from './workspace-store.ts'
import type { WorkspaceMembersTable, WorkspacesTable } from './workspace-tables.ts'

/**
 * Gives a member of the organization a telephony user. An existing user with the same email address becomes theirs
 * only if the address is proven: anybody could have typed it.
 */
export async function addPhoneUser(
  workspace: Workspace,
  { realm_id: realmId, company_id: companyId }: WorkspacesTable,
  user: User,
): Promise<void> {
  if (!mayInWorkspace(user, 'use the phones', true) || !user.is_active) return
  const { telephony } = workspace
  if (await findMember(workspace.database.read, realmId, user.id)) return
  const same = await findContactByEmail(telephony.database.read, companyId, user.email)
  if (same && !user.email_proven) return
  // An address can be changed, so it does not make anybody the owner.
  const company = await currentCompany(telephony, companyId)
  if (!company || same?.id === company.primary_contact_id) return
  const contact = same ?? { company_id: companyId, id: newObjectId(workspace.clock) }
  if (same) await recordLinks(workspace, companyId, theServer, user, null, same.id)
  await workspace.transact(realmId, async (transaction) => {
    if (await findMember(transaction.db, realmId, user.id)) return
    await linkWithin(transaction, user, contact, same !== undefined)
  })
}

/** Creates the telephony user of a link that was made before it. Doing it again after a crash finds the same user. */
export async function createPhoneUser(
  workspace: Workspace,
  member: WorkspaceMembersTable,
  user: User,
): Promise<void> {
  const { telephony } = workspace
  const company = await currentCompany(telephony, member.company_id)
  const id = member.contact_id
  if (!company || id === null) return
  const provenEmail = user.email_proven ? user.email : null
  await telephony.transact(company.id, async (tx) => {
    if (await findContact(tx.db, company.id, id)) return
    const taken = await findContactByEmail(tx.db, company.id, user.email)
    const contacts = taken ? {} : { contacts: { email: user.email } }
    await addContact(telephony, tx, serverItself(company), { ...splitName(user.full_name), ...contacts }, id)
    // They have an account already.
    await updateContactRow(tx.db, company.id, id, acceptedInvitation(workspace.clock.now(), provenEmail))
  })
  await workspace.transact(member.realm_id, ({ db }) => updateMember(db, member, { is_created: 1 }))
}
