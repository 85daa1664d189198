import type { Actor } from '../../identity/actor.ts'
import { deleteContactRow, findContact } from '../../identity/contact-store.ts'
import { notFound } from '../../problem.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Directory } from '../directory.ts'
import type { ContactView } from './contact-view.ts'
import { showContact } from './show-contact.ts'

/**
 * The user's extensions stay, unassigned and with new credentials, so that the user's phones can no longer register.
 */
export async function deleteContact(directory: Directory, actor: Actor, id: string): Promise<ContactView> {
  const { company } = actor
  return directory.companyPhones.changeUserPhones(company.id, id, {
    concernsPhones: async () => true,
    async commit(tx) {
      const contact = await findContact(tx.db, company.id, id)
      if (!contact) throw notFound('There is no such user')
      const before = await showContact(directory, tx.db, company, contact)
      for (const release of directory.releasesFromUser) await release(tx, actor, id)
      await deleteContactRow(tx.db, company.id, id)
      await recordChange(tx, directory.clock, actor, { action: 'contact.deleted', id, before, after: null })
      return before
    },
  })
}
