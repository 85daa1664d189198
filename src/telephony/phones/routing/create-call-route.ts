import { recordChange } from '../../company/audit/record-change.ts'
import type { Instance } from '../../company/instances/instance.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import type { Actor } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import { invalid } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallRoute } from './call-route.ts'
import { insertCallRoute } from './call-route-store.ts'
import { type CallRouteView, callRouteView } from './call-route-view.ts'
import { checkRouteNumber, type RouteInput, settingsOf } from './route-input.ts'
import type { RouteKind } from './route-kind.ts'

const givenByServer = ['id', 'company_id', 'pbx', 'created_at', 'updated_at']

export async function createCallRoute(
  platform: TelephonyPlatform,
  actor: Actor,
  kind: RouteKind,
  instance: Instance,
  input: RouteInput,
): Promise<CallRouteView> {
  const { clock } = platform
  const { company } = actor
  const place = {
    company_id: company.id,
    id: newObjectId(clock),
    instance_uuid: instance.uuid,
    number: input.number!,
  }
  return platform.transact(company.id, async (tx) => {
    const [settings] = await collectFaults(
      () => settingsOf(kind, kind.defaults, input),
      () => checkRouteNumber(tx.db, actor, place),
      () => checkGivenFields(kind, input),
    )
    const route: CallRoute = {
      ...place,
      kind: kind.name,
      name: input.name!.trim(),
      settings,
      created_at: clock.now(),
      updated_at: clock.now(),
    }
    await insertCallRoute(tx.db, route)
    const after = callRouteView(route, company.public_id)
    await recordChange(tx, clock, actor, {
      action: `${kind.name}.created`,
      id: route.id,
      before: null,
      after,
    })
    return after
  })
}

function checkGivenFields(kind: RouteKind, input: RouteInput): void {
  const wrong = [...givenByServer, ...(kind.readOnly ?? [])].filter((name) => input[name] !== undefined)
  if (wrong.length > 0) {
    throw invalid(wrong.map((name) => ({ pointer: `/${name}`, detail: 'is given by the server' })))
  }
}
