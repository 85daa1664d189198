import type { Actor } from '../../identity/actor.ts'
import { deleteContactRow, findContact } from '../../identity/contact-store.ts'
import { leaveExtensions } from '../../phones/extensions/leave-extensions.ts'
import { changeUserPhones } from '../../phones/pbx/change-user-phones.ts'
import { notFound } from '../../problem.ts'
import type { Telephony } from '../../telephony.ts'
import { unassignNumbers } from '../../texting/numbers/texting-number-store.ts'
import { recordChange } from '../audit/record-change.ts'
import type { ContactView } from './contact-view.ts'
import { showContact } from './show-contact.ts'

/** The user's extensions stay, for somebody else: with new credentials, so that the user's phones are shut out. */
export async function deleteContact(telephony: Telephony, actor: Actor, id: string): Promise<ContactView> {
  const { company } = actor
  return changeUserPhones(telephony, company.id, id, {
    concernsPhones: async () => true,
    async commit(tx) {
      const contact = await findContact(tx.db, company.id, id)
      if (!contact) throw notFound('There is no such user')
      const before = await showContact(telephony, tx.db, company, contact)
      await leaveExtensions(telephony, tx, actor, id)
      await unassignNumbers(tx.db, company.id, id)
      await deleteContactRow(tx.db, company.id, id)
      await recordChange(tx, telephony.clock, actor, { action: 'contact.deleted', id, before, after: null })
      return before
    },
  })
}
