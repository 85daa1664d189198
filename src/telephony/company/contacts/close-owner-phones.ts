import type { Author } from '../../identity/actor.ts'
import { contactsTable } from '../../identity/contact.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Directory } from '../directory.ts'

/**
 * Shuts out the phones of the primary user, or admits them again. A company needs its primary user, in whose name
 * programs act, so the user stays enabled when the person has left.
 */
export function closeOwnerPhones(
  { clock, companyPhones }: Directory,
  author: Author,
  isClosed: boolean,
): Promise<void> {
  const { id: companyId, primary_contact_id: id } = author.company
  const key = { company_id: companyId, id }
  return companyPhones.changeUserPhones(companyId, id, {
    concernsPhones: async (db) => (await contactsTable.find(db, key))?.phones_closed !== Number(isClosed),
    async commit(tx) {
      const contact = await contactsTable.find(tx.db, key)
      if (!contact || contact.phones_closed === Number(isClosed)) return
      await contactsTable.update(tx.db, key, { phones_closed: Number(isClosed), updated_at: clock.now() })
      const [before, after] = [{ phones_closed: !isClosed }, { phones_closed: isClosed }]
      await recordChange(tx, clock, author, { action: 'contact.updated', id, before, after })
    },
  })
}
