import { Answer } from '../../http/answer.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { type FaxFilter, listFaxes } from './fax-store.ts'
import { faxView } from './fax-view.ts'

export async function listCompanyFaxes(
  { database }: TelephonyPlatform,
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
