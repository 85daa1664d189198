import { recordChange } from '../../company/audit/record-change.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { textingContactsTable, textingRecipientsTable } from '../texting-tables.ts'
import { requireTextingContact } from './texting-contact-access.ts'
import { type TextingContactInput, textingContactIdentity } from './texting-contact-input.ts'
import { updateTextingContactRow } from './texting-contact-store.ts'
import { type TextingContactView, textingContactView } from './texting-contact-view.ts'

/** Refused while the contact takes part in a conversation. An opt-out outlives the contact. */
export async function deleteTextingContact(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<TextingContactView> {
  const { company } = actor
  return platform.transact(company.id, async (tx) => {
    const contact = await requireTextingContact(tx.db, company.id, id)
    if (await textingRecipientsTable.exists(tx.db, { company_id: company.id, contact_id: id })) {
      throw conflict('The contact takes part in conversations')
    }
    const before = textingContactView(contact, company.public_id)
    await textingContactsTable.remove(tx.db, { company_id: company.id, id })
    await recordChange(tx, platform.clock, actor, {
      action: 'texting_contact.deleted',
      id,
      before,
      after: null,
    })
    return before
  })
}

/** Fields in the input replace the stored ones; the rest stays. */
export async function updateTextingContact(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: TextingContactInput,
): Promise<TextingContactView> {
  const { clock } = platform
  const { company } = actor
  return platform.transact(company.id, async (tx) => {
    const contact = await requireTextingContact(tx.db, company.id, id)
    const before = textingContactView(contact, company.public_id)
    checkReadOnlyFields(input, before, textingContactIdentity)
    const changed = { ...contact, updated_at: clock.now() }
    for (const name of ['first_name', 'last_name', 'email'] as const) {
      if (input[name] !== undefined) changed[name] = input[name]?.trim() ?? ''
    }
    await updateTextingContactRow(tx.db, changed)
    const after = textingContactView(changed, company.public_id)
    await recordChange(tx, clock, actor, { action: 'texting_contact.updated', id, before, after })
    return after
  })
}
