import { Answer } from '../../http/answer.ts'
import { type Page, pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Telephony } from '../../telephony.ts'
import { type FaxFilter, listFaxes } from './fax-store.ts'
import { faxView } from './fax-view.ts'

export async function listCompanyFaxes(
  { database }: Telephony,
  { company }: Actor,
  filter: FaxFilter,
  page: Page,
): Promise<Answer> {
  const { items, total } = await listFaxes(database.read, company.id, filter, page)
  return new Answer(
    items.map((fax) => faxView(fax, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}
