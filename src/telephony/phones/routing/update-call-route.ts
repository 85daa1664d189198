import { recordChange } from '../../company/audit/record-change.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { type CallRoute, callRoutesTable } from '../call-routes/call-route.ts'
import { updateCallRouteRow } from '../call-routes/call-route-store.ts'
import type { RouteKind } from '../call-routes/route-kind.ts'
import { noRoute } from './call-route-access.ts'
import { type CallRouteView, callRouteView } from './call-route-view.ts'
import { checkFurtherNumbers, checkRouteNumber, type RouteInput, settingsOf } from './route-input.ts'

export function updateCallRoute(
  platform: TelephonyPlatform,
  actor: Actor,
  kind: RouteKind,
  route: CallRoute,
  input: RouteInput,
): Promise<CallRouteView> {
  return changeCallRoute(platform, actor, kind, route, async (stored, tx) => {
    const changed = {
      ...stored,
      number: input.number ?? stored.number,
      name: input.name?.trim() ?? stored.name,
    }
    const shown = callRouteView(stored, actor.company.public_id)
    const [settings] = await collectFaults(
      () => settingsOf(kind, stored.settings, input),
      () => checkRouteNumber(tx.db, actor, changed),
      () => checkReadOnlyFields(input, shown, ['id', 'company_id', 'pbx']),
    )
    await checkFurtherNumbers(tx.db, actor, kind, { ...changed, settings })
    return { ...changed, settings }
  })
}

/** Changes the route as it is stored now. */
export async function changeCallRoute(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  kind: RouteKind,
  { id, instance_uuid: uuid }: CallRoute,
  change: (stored: CallRoute, tx: TelephonyTransaction) => Promise<CallRoute>,
): Promise<CallRouteView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const stored = await callRoutesTable.findBy(tx.db, {
      company_id: company.id,
      id,
      instance_uuid: uuid,
      kind: kind.name,
    })
    if (!stored) throw noRoute(kind)
    const before = callRouteView(stored, company.public_id)
    const changed = { ...(await change(stored, tx)), updated_at: clock.now() }
    await updateCallRouteRow(tx.db, changed)
    const after = callRouteView(changed, company.public_id)
    await recordChange(tx, clock, actor, { action: `${kind.name}.updated`, id, before, after })
    return after
  })
}
