import type { Instance } from '../../company/instances/instance.ts'
import { Answer } from '../../http/answer.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { listCallRoutes } from './call-route-store.ts'
import { callRouteView } from './call-route-view.ts'
import type { RouteKind } from './route-kind.ts'

export async function listRoutesOfKind(
  { database }: TelephonyPlatform,
  { company }: Actor,
  kind: RouteKind,
  { uuid }: Instance,
  page: Page,
): Promise<Answer> {
  const { items, total } = await listCallRoutes(database.read, company.id, uuid, kind.name, page)
  return new Answer(
    items.map((route) => callRouteView(route, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}
