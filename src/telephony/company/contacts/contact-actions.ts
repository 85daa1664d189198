import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { contactsTable } from '../../identity/contact.ts'
import { type ContactFilter, listContacts } from '../../identity/contact-store.ts'
import { underLegalHold } from '../../legal-holds.ts'
import type { Page } from '../../list-page.ts'
import { notFound } from '../../problem.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Directory } from '../directory.ts'
import type { ContactView } from './contact-view.ts'
import { showContact, showContacts } from './show-contact.ts'

/**
 * The user's extensions stay, unassigned and with new credentials, so that the user's phones can no longer register.
 */
export async function deleteContact(directory: Directory, actor: Actor, id: string): Promise<ContactView> {
  const { company } = actor
  const held = await directory.legalHolds.heldUsers(company.id)
  if (held.includes(id)) throw underLegalHold('This person is')
  return directory.companyPhones.changeUserPhones(company.id, id, {
    concernsPhones: async () => true,
    async commit(tx) {
      const contact = await contactsTable.find(tx.db, { company_id: company.id, id })
      if (!contact) throw notFound('There is no such person')
      const before = await showContact(directory, tx.db, company, contact)
      for (const release of directory.releasesFromUser) await release(tx, actor, id)
      await contactsTable.remove(tx.db, { company_id: company.id, id })
      await recordChange(tx, directory.clock, actor, { action: 'contact.deleted', id, before, after: null })
      return before
    },
  })
}

/** 204 without a body if no user matches. */
export async function listCompanyContacts(
  directory: Directory,
  actor: Actor,
  filter: ContactFilter,
  page: Page,
): Promise<HttpResponse> {
  return directory.pages.get(actor, `contacts ${JSON.stringify({ filter, page })}`, async () => {
    const { read } = directory.database
    const { items, total } = await listContacts(read, actor.company.id, filter, page)
    const headers = pagingHeaders(page, total)
    if (items.length === 0) return new HttpResponse(undefined, { status: 204, headers })
    return new HttpResponse(await showContacts(directory, read, actor.company, items), { headers })
  })
}
