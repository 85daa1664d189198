import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { requireTextingContact } from './texting-contact-access.ts'
import { deleteTextingContactRow, hasConversations } from './texting-contact-store.ts'
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
    if (await hasConversations(tx.db, company.id, id)) {
      throw conflict('The contact takes part in conversations')
    }
    const before = textingContactView(contact, company.public_id)
    await deleteTextingContactRow(tx.db, company.id, id)
    await recordChange(tx, platform.clock, actor, {
      action: 'texting_contact.deleted',
      id,
      before,
      after: null,
    })
    return before
  })
}
