import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission, viewerOf } from '../../identity/permissions.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { cdrView, type HearsCall } from './call-events.ts'
import { type CallFilter, listCalls } from './call-store.ts'
import { callPartiesTable } from './calls-table.ts'
import { unseenSince } from './mark-calls-seen.ts'
import { hearsCalls, mayHearAll } from './recordings/recording-access.ts'

export type CallPageFilter = Omit<CallFilter, 'missedBy' | 'after'> & {
  missed?: boolean | undefined
  unseen?: boolean | undefined
}

/** The owner sees the calls of the company, others those that they were a party of. */
export async function visibleCalls(
  { clock, database }: TelephonyPlatform,
  actor: Actor,
  filter: CallPageFilter,
): Promise<{ visible: CallFilter; hears: HearsCall }> {
  const { contact } = actor
  const { missed, unseen, userId, ...rest } = filter
  if (userId !== undefined) requirePermission(actor, 'see calls and hear recordings', userId)
  const seesAll = rest.recorded === true && (await mayHearAll(database.read, actor))
  const viewer = seesAll ? undefined : viewerOf(actor, 'see calls and hear recordings')
  const visible = {
    ...rest,
    userId: userId ?? viewer,
    missedBy: missed ? contact.id : undefined,
    after: unseen ? await unseenSince(database.read, contact, clock.now()) : undefined,
  }
  return { visible, hears: await hearsCalls(database.read, actor) }
}

export async function listCdrs(
  platform: TelephonyPlatform,
  actor: Actor,
  filter: CallPageFilter,
  page: Page,
): Promise<HttpResponse> {
  const { database } = platform
  const { company } = actor
  const { visible, hears } = await visibleCalls(platform, actor, filter)
  const { items, total } = await listCalls(database.read, company.id, visible, page)
  const parties = await callPartiesTable.list(database.read, {
    company_id: company.id,
    call_id: items.map(({ id }) => id),
  })
  return new HttpResponse(
    items.map((call) => cdrView(call, parties, company.public_id, hears)),
    { headers: pagingHeaders(page, total) },
  )
}
