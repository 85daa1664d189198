import { recordChange } from '../../company/audit/record-change.ts'
import type { Author } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import {
  findTextingContactByNumber,
  insertTextingContact,
  type TextingContact,
} from './texting-contact-store.ts'
import { textingContactView } from './texting-contact-view.ts'

interface Names {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  email?: string | null | undefined
}

export async function addTextingContact(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  author: Author,
  number: string,
  names: Names = {},
): Promise<TextingContact> {
  const { company } = author
  const now = clock.now()
  await insertTextingContact(tx.db, {
    company_id: company.id,
    id: newObjectId(clock),
    number,
    first_name: names.first_name?.trim() ?? '',
    last_name: names.last_name?.trim() ?? '',
    email: names.email ?? '',
    created_at: now,
    updated_at: now,
  })
  const contact = (await findTextingContactByNumber(tx.db, company.id, number))!
  await recordChange(tx, clock, author, {
    action: 'texting_contact.created',
    id: contact.id,
    before: null,
    after: textingContactView(contact, company.public_id),
  })
  return contact
}

/** Finds or adds the contact with this number. */
export async function knowTextingContact(
  platform: TelephonyPlatform,
  tx: TelephonyTransaction,
  author: Author,
  number: string,
): Promise<TextingContact> {
  const known = await findTextingContactByNumber(tx.db, author.company.id, number)
  return known ?? addTextingContact(platform, tx, author, number)
}
