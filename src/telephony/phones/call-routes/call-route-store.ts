import { readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import {
  type CallRoute,
  callRouteOf,
  callRouteRow,
  callRoutesTable,
  type RouteKindName,
} from './call-route.ts'
import type { MenuSettings } from './menus.ts'
import { slotsOf } from './parking-lots.ts'

export async function updateCallRouteRow(db: TelephonyDb, route: CallRoute): Promise<void> {
  const { number, name, settings, updated_at } = callRouteRow(route)
  await callRoutesTable.update(db, route, { number, name, settings, updated_at })
}

/** The numbers of all routes of an instance, slots included: a company has few. */
export async function listRouteNumbers(
  db: TelephonyDb,
  companyId: number,
  instanceUuid: string,
): Promise<number[]> {
  const rows = await callRoutesTable.list(db, { company_id: companyId, instance_uuid: instanceUuid })
  return rows.flatMap((route) => [route.number, ...(route.kind === 'parking' ? slotsOf(route.settings) : [])])
}

/** The parking lot that has the number as a slot. */
export async function findLotOfSlot(
  db: TelephonyDb,
  companyId: number,
  instanceUuid: string,
  slot: number,
): Promise<CallRoute | undefined> {
  const match = { company_id: companyId, instance_uuid: instanceUuid, kind: 'parking' }
  const lots = await callRoutesTable.list(db, match)
  return lots.find(({ settings }) => slotsOf(settings).includes(slot))
}

/** By number. */
export async function listCallRoutes(
  db: TelephonyDb,
  companyId: number,
  instanceUuid: string,
  kind: RouteKindName,
  page: Page,
): Promise<PageOf<CallRoute>> {
  const query = db
    .selectFrom('call_routes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('instance_uuid', '=', instanceUuid)
    .where('kind', '=', kind)
    .orderBy('number')
  const { items, total } = await readPage(query, page)
  return { items: items.map(callRouteOf), total }
}

/** Whether a menu of the company (by its public id) plays this prompt. */
export async function isPromptOfMenu(db: TelephonyDb, company: string, promptId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('call_routes')
    .innerJoin('companies', 'companies.id', 'call_routes.company_id')
    .select('call_routes.settings')
    .where('companies.public_id', '=', company)
    .where('call_routes.kind', '=', 'menu')
    .execute()
  return rows.some(({ settings }) => (JSON.parse(settings) as MenuSettings).prompt?.id === promptId)
}

/** The number of the first parking lot of an instance. */
export async function findFirstLot(
  db: TelephonyDb,
  { company_id, uuid }: { readonly company_id: number; readonly uuid: string },
): Promise<number | undefined> {
  const [lot] = await callRoutesTable.list(db, { company_id, instance_uuid: uuid, kind: 'parking' })
  return lot?.number
}
