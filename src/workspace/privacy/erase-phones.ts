import { HeldMeanwhile } from '../../chat/accounts/erasure/erasure-steps.ts'
import { recordChange } from '../../telephony/company/audit/record-change.ts'
import { emptyProfile } from '../../telephony/company/contacts/contact-input.ts'
import { serverItself } from '../../telephony/identity/actor.ts'
import type { Company } from '../../telephony/identity/company.ts'
import { contactSearchColumns, contactsTable } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { deleteFoundVoicemail } from '../../telephony/phones/voicemail/delete-voicemail.ts'
import { voicemailTable } from '../../telephony/phones/voicemail/voicemail-table.ts'
import { userStatusesTable } from '../../telephony/status/user-status-tables.ts'
import type { Telephony } from '../../telephony/telephony.ts'
import { accountLinkChanged } from '../accounts/account-link-events.ts'
import { type WorkspaceMembersTable, workspaceMembersTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { emptyAuditOf, forgetNames, hasCallsWith } from './phone-erasure-store.ts'

const PARTIES_AT_ONCE = 500
const MESSAGES_AT_ONCE = 20

/**
 * Erases the telephony user of an account, some at a time: shuts out the phones, empties the user, deletes the
 * voicemail, and leaves numbers without names in the history of calls. Returns whether nothing is left.
 */
export async function erasePhones(workspace: Workspace, realmId: number, userId: number): Promise<boolean> {
  const { database, telephony } = workspace
  const member = await workspaceMembersTable.find(database.read, { realm_id: realmId, user_id: userId })
  if (!member || member.contact_id === null) return true
  const company = await currentCompany(telephony, member.company_id)
  if (!company) return true
  const contactId = member.contact_id
  if (await hasHeldCalls(telephony, company, contactId)) throw new HeldMeanwhile()
  await emptyContact(workspace, company, contactId)
  const voicemail = await voicemailTable.list(telephony.database.read, {
    company_id: company.id,
    user_id: contactId,
  })
  for (const message of voicemail.slice(0, MESSAGES_AT_ONCE)) {
    await deleteFoundVoicemail(telephony, serverItself(company), async () => message)
  }
  if (voicemail.length > MESSAGES_AT_ONCE) return false
  const renamed = await telephony.transact(company.id, ({ db }) =>
    forgetNames(db, company.id, contactId, PARTIES_AT_ONCE),
  )
  if (renamed === PARTIES_AT_ONCE) return false
  await telephony.transact(company.id, ({ db }) => emptyAuditOf(db, company.id, contactId))
  await unlink(workspace, member)
  return true
}

/** Whether calls of a user, and so their name and voicemail, are under a legal hold: the user's own, or of others. */
export async function hasHeldCalls(
  telephony: Telephony,
  company: Company,
  contactId: string,
): Promise<boolean> {
  const held = await telephony.legalHolds.heldUsers(company.id)
  return held.includes(contactId) || hasCallsWith(telephony.database.read, company.id, contactId, held)
}

/** Repeating it changes nothing. The phones are shut out as those of everybody who leaves. */
async function emptyContact({ telephony }: Workspace, company: Company, id: string): Promise<void> {
  const { clock, companyPhones } = telephony
  const key = { company_id: company.id, id }
  await companyPhones.changeUserPhones(company.id, id, {
    concernsPhones: async (db) => (await contactsTable.find(db, key))?.activated === 1,
    async commit(tx) {
      const contact = await contactsTable.find(tx.db, key)
      if (!contact) return
      const name = { first_name: 'Deleted', last_name: 'user', email: null }
      const changed = { ...contact, ...name, ...contactSearchColumns(name), profile: emptyProfile }
      await tx.outbox.cancel('invitation_mail', id)
      await contactsTable.update(tx.db, key, {
        ...name,
        ...contactSearchColumns(name),
        proven_email_key: null,
        activated: 0,
        profile: JSON.stringify(emptyProfile),
        invitation_status: 'none',
        invitation_token_hash: null,
        updated_at: clock.now(),
      })
      await companyPhones.renameUser(tx.db, company.id, changed)
      await userStatusesTable.remove(tx.db, { company_id: company.id, user_id: id })
      await recordChange(tx, clock, serverItself(company), {
        action: 'contact.erased',
        id,
        before: null,
        after: null,
      })
    },
  })
}

async function unlink(workspace: Workspace, member: WorkspaceMembersTable): Promise<void> {
  await workspace.transact(member.realm_id, async (transaction) => {
    await workspaceMembersTable.update(transaction.db, member, { contact_id: null, full_name: '' })
    transaction.announce(accountLinkChanged(member.user_id))
  })
}
