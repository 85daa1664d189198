import type { Static } from '@sinclair/typebox'
import { collectFaults } from '../../http/collect-faults.ts'
import type { Author } from '../../identity/actor.ts'
import { type Contact, contactOf, contactSearchColumns, contactsTable } from '../../identity/contact.ts'
import { newObjectId } from '../../object-id.ts'
import { invalid } from '../../problem.ts'
import type { TelephonyTransaction } from '../../telephony-platform.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Directory } from '../directory.ts'
import { checkEmailIsFree } from './check-email.ts'
import {
  emptyProfile,
  mergeContactProfile,
  type NewContact,
  readOnlyContactFields,
  wantedEmail,
} from './contact-input.ts'
import type { ContactView } from './contact-view.ts'
import { newInvitation, queueInvitationMail } from './invitation.ts'
import { showContact } from './show-contact.ts'

/** Creates and invites a user. The token is not part of the response: only the user gets it. */
export async function createContact(
  directory: Directory,
  author: Author,
  input: Static<typeof NewContact>,
): Promise<ContactView> {
  return directory.transact(author.company.id, async (tx) => {
    const contact = await addContact(directory, tx, author, input)
    return showContact(directory, tx.db, author.company, contact)
  })
}

export async function addContact(
  directory: Directory,
  tx: TelephonyTransaction,
  author: Author,
  input: Static<typeof NewContact>,
  id = newObjectId(directory.clock),
): Promise<Contact> {
  const { clock } = directory
  const [email] = await collectFaults(
    async () => {
      const wanted = wantedEmail(null, input)
      await checkEmailIsFree(tx.db, author.company.id, wanted, undefined)
      return wanted
    },
    () => checkForeignFields(input, author),
  )
  const now = clock.now()
  const names = { first_name: input.first_name.trim(), last_name: input.last_name?.trim() ?? '', email }
  const row = {
    company_id: author.company.id,
    id,
    ...names,
    ...contactSearchColumns(names),
    activated: (input.activated ?? true) ? 1 : 0,
    profile: JSON.stringify(mergeContactProfile(emptyProfile, input)),
    last_enter: null,
    calls_seen_until: null,
    phones_closed: 0,
    proven_email_key: null,
    ...newInvitation(now, author),
    created_at: now,
    updated_at: now,
  }
  await contactsTable.insert(tx.db, row)
  const contact = contactOf(row)
  await queueInvitationMail(tx, contact)
  const after = await showContact(directory, tx.db, author.company, contact)
  await recordChange(tx, clock, author, { action: 'contact.created', id: row.id, before: null, after })
  return contact
}

/**
 * The server sets these fields. A client that copies an existing object might expect them to be kept, so they are
 * refused.
 */
export function checkForeignFields(input: Static<typeof NewContact>, { company }: Author): void {
  const wrong = readOnlyContactFields.filter(
    (name) =>
      input[name as keyof typeof input] != null &&
      !(name === 'company_id' && input.company_id === company.public_id),
  )
  if (wrong.length > 0)
    throw invalid(wrong.map((name) => ({ pointer: `/${name}`, detail: 'is set by the server' })))
}
