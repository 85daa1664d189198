import { Answer } from '../../http/answer.ts'
import { type Page, pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { notFound } from '../../problem.ts'
import type { Telephony, TelephonyDb } from '../../telephony.ts'
import { isObjectId } from '../is-object-id.ts'
import { findTextingContact, listTextingContacts, type TextingContact } from './texting-contact-store.ts'
import { textingContactView } from './texting-contact-view.ts'

/** All users of a company share its texting contacts; those of other companies do not exist. */
export async function requireTextingContact(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<TextingContact> {
  const contact = isObjectId(id) ? await findTextingContact(db, companyId, id) : undefined
  if (!contact) throw notFound('There is no such texting contact')
  return contact
}

export const textingContactOfCompany = (telephony: Telephony, actor: Actor, id: string) =>
  requireTextingContact(telephony.database.read, actor.company.id, id)

export async function showTextingContacts(
  telephony: Telephony,
  { company }: Actor,
  search: string | undefined,
  page: Page,
): Promise<Answer> {
  const { items, total } = await listTextingContacts(telephony.database.read, company.id, search, page)
  const views = items.map((contact) => textingContactView(contact, company.public_id))
  return new Answer(views, { headers: pagingHeaders(page, total) })
}
