import { recordChange } from '../../company/audit/record-change.ts'
import type { Instance } from '../../company/instances/instance.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Page } from '../../list-page.ts'
import { newObjectId } from '../../object-id.ts'
import { invalid } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { type CallRoute, callRouteRow, callRoutesTable } from '../call-routes/call-route.ts'
import { listCallRoutes } from '../call-routes/call-route-store.ts'
import type { RouteKind } from '../call-routes/route-kind.ts'
import { noRoute } from './call-route-access.ts'
import { type CallRouteView, callRouteView } from './call-route-view.ts'
import { checkFurtherNumbers, checkRouteNumber, type RouteInput, settingsOf } from './route-input.ts'

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
    await checkFurtherNumbers(tx.db, actor, kind, route)
    await callRoutesTable.insert(tx.db, callRouteRow(route))
    await kind.begin?.(tx.db, platform.secrets, company.id, route.id)
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
    throw invalid(wrong.map((name) => ({ pointer: `/${name}`, detail: 'is set by the server' })))
  }
}

export async function deleteCallRoute(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  kind: RouteKind,
  { id, instance_uuid: uuid }: CallRoute,
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
    await callRoutesTable.remove(tx.db, { company_id: company.id, id })
    await kind.forget?.(tx.db, company.id, id)
    await recordChange(tx, clock, actor, { action: `${kind.name}.deleted`, id, before, after: null })
    return before
  })
}

export async function listRoutesOfKind(
  { database }: TelephonyPlatform,
  { company }: Actor,
  kind: RouteKind,
  { uuid }: Instance,
  page: Page,
): Promise<HttpResponse> {
  const { items, total } = await listCallRoutes(database.read, company.id, uuid, kind.name, page)
  return new HttpResponse(
    items.map((route) => callRouteView(route, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}
