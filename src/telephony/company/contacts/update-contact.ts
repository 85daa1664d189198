import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import { type Author, isActor } from '../../identity/actor.ts'
import { type Contact, contactSearchColumns, contactsTable } from '../../identity/contact.ts'
import { may } from '../../identity/permissions.ts'
import { forbidden, invalidField, notFound } from '../../problem.ts'
import type { TelephonyTransaction } from '../../telephony-platform.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Directory } from '../directory.ts'
import { checkEmailIsFree } from './check-email.ts'
import { type ContactInput, contactIdentity, mergeContactProfile, wantedEmail } from './contact-input.ts'
import type { ContactView } from './contact-view.ts'
import { inviterOf, queueInvitationMail } from './invitation.ts'
import { showContact } from './show-contact.ts'

export async function updateContact(
  directory: Directory,
  author: Author,
  id: string,
  input: ContactInput,
): Promise<ContactView> {
  const { clock, companyPhones } = directory
  const { company } = author
  const commit = async (tx: TelephonyTransaction) => {
    const contact = await contactsTable.find(tx.db, { company_id: company.id, id })
    if (!contact) throw notFound('There is no such person')
    const before = await showContact(directory, tx.db, company, contact)
    const [, email] = await collectFaults(
      () => checkActivation(author, contact, input),
      async () => {
        const wanted = wantedEmail(contact.email, input)
        await checkEmailIsFree(tx.db, company.id, wanted, id)
        return wanted
      },
      () => checkReadOnlyFields(input, before, contactIdentity),
    )
    const changed: Contact = {
      ...contact,
      first_name: input.first_name?.trim() ?? contact.first_name,
      last_name: input.last_name === undefined ? contact.last_name : (input.last_name?.trim() ?? ''),
      email,
      activated: input.activated === undefined ? contact.activated : Number(input.activated),
      profile: mergeContactProfile(contact.profile, input),
      updated_at: clock.now(),
    }
    await contactsTable.update(
      tx.db,
      { company_id: company.id, id },
      {
        // A token that was mailed to the old address must not work any more. The new address gets its own mail.
        ...(email !== contact.email && {
          invitation_token_hash: null,
          proven_email_key: null,
          invited_by: inviterOf(author),
        }),
        first_name: changed.first_name,
        last_name: changed.last_name,
        email,
        ...contactSearchColumns(changed),
        activated: changed.activated,
        profile: JSON.stringify(changed.profile),
        updated_at: changed.updated_at,
      },
    )
    if (email !== contact.email) await queueInvitationMail(tx, changed)
    await companyPhones.renameUser(tx.db, company.id, changed)
    const after = await showContact(directory, tx.db, company, changed)
    await recordChange(tx, clock, author, { action: 'contact.updated', id, before, after })
    return after
  }
  if (input.activated === undefined) return directory.transact(company.id, commit)
  return companyPhones.changeUserPhones(company.id, id, {
    concernsPhones: async (db) =>
      (await contactsTable.find(db, { company_id: company.id, id }))?.activated !== Number(input.activated),
    commit,
  })
}

function checkActivation(author: Author, contact: Contact, { activated }: ContactInput): void {
  if (activated === undefined || Number(activated) === contact.activated) return
  if (isActor(author) && !may(author, 'enable and disable users')) {
    throw forbidden('Only the owner may enable or disable people')
  }
  if (contact.id === author.company.primary_contact_id) {
    throw invalidField('/activated', 'must stay true: an organization needs its owner')
  }
}
