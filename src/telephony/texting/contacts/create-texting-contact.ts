import type { Static } from '@sinclair/typebox'
import type { Actor } from '../../identity/actor.ts'
import { invalidField } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { readPhoneNumber } from '../numbers/read-phone-number.ts'
import { addTextingContact } from './add-texting-contact.ts'
import type { NewTextingContact } from './texting-contact-input.ts'
import { findTextingContactByNumber } from './texting-contact-store.ts'
import { type TextingContactView, textingContactView } from './texting-contact-view.ts'

export async function createTextingContact(
  platform: TelephonyPlatform,
  actor: Actor,
  input: Static<typeof NewTextingContact>,
): Promise<TextingContactView> {
  const { company } = actor
  const number = readPhoneNumber(company, input.number, '/number')
  return platform.transact(company.id, async (tx) => {
    if (await findTextingContactByNumber(tx.db, company.id, number)) {
      throw invalidField('/number', `${number} belongs to another contact`)
    }
    const contact = await addTextingContact(platform, tx, actor, number, input)
    return textingContactView(contact, company.public_id)
  })
}
