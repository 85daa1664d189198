import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Page } from '../../list-page.ts'
import { isObjectId } from '../../object-id.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { findTextingContact, listTextingContacts, type TextingContact } from './texting-contact-store.ts'
import { textingContactView } from './texting-contact-view.ts'

/** All users of a company share its texting contacts. Those of other companies are not found. */
export async function requireTextingContact(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<TextingContact> {
  const contact = isObjectId(id) ? await findTextingContact(db, companyId, id) : undefined
  if (!contact) throw notFound('There is no such texting contact')
  return contact
}

export const textingContactOfCompany = (platform: TelephonyPlatform, actor: Actor, id: string) =>
  requireTextingContact(platform.database.read, actor.company.id, id)

export async function showTextingContacts(
  platform: TelephonyPlatform,
  { company }: Actor,
  search: string | undefined,
  page: Page,
): Promise<HttpResponse> {
  const { items, total } = await listTextingContacts(platform.database.read, company.id, search, page)
  const views = items.map((contact) => textingContactView(contact, company.public_id))
  return new HttpResponse(views, { headers: pagingHeaders(page, total) })
}
