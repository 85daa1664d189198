import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallRoute } from './call-route.ts'
import { noRoute } from './call-route-access.ts'
import { deleteCallRouteRow, findCallRoute } from './call-route-store.ts'
import { type CallRouteView, callRouteView } from './call-route-view.ts'
import type { RouteKind } from './route-kind.ts'

export async function deleteCallRoute(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  kind: RouteKind,
  { id, instance_uuid: uuid }: CallRoute,
): Promise<CallRouteView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const stored = await findCallRoute(tx.db, company.id, uuid, kind.name, id)
    if (!stored) throw noRoute(kind)
    const before = callRouteView(stored, company.public_id)
    await deleteCallRouteRow(tx.db, company.id, id)
    await recordChange(tx, clock, actor, { action: `${kind.name}.deleted`, id, before, after: null })
    return before
  })
}
