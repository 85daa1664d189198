import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission, viewerOf } from '../../identity/permissions.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { cdrView } from './call-events.ts'
import { type CallFilter, listCalls } from './call-store.ts'
import { callPartiesTable } from './calls-table.ts'

/** The owner sees the calls of the company, others those that they were a party of. */
export async function listCdrs(
  { database }: TelephonyPlatform,
  actor: Actor,
  filter: Omit<CallFilter, 'missedBy'> & { missed?: boolean | undefined },
  page: Page,
): Promise<HttpResponse> {
  const { company, contact } = actor
  const { missed, userId, ...rest } = filter
  if (userId !== undefined) requirePermission(actor, 'see calls and hear recordings', userId)
  const viewer = viewerOf(actor, 'see calls and hear recordings')
  const visible = { ...rest, userId: userId ?? viewer, missedBy: missed ? contact.id : undefined }
  const { items, total } = await listCalls(database.read, company.id, visible, page)
  const parties = await callPartiesTable.list(database.read, {
    company_id: company.id,
    call_id: items.map(({ id }) => id),
  })
  return new HttpResponse(
    items.map((call) => cdrView(call, parties, company.public_id, viewer)),
    { headers: pagingHeaders(page, total) },
  )
}
