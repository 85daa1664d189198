import { table } from '../../telephony-tables.ts'
import type { CallRoutesTable } from './call-routes-table.ts'

/** These are also the names in the audit trail. */
export type RouteKindName =
  | 'ring_group'
  | 'business_hours'
  | 'menu'
  | 'queue'
  | 'conference'
  | 'parking'
  | 'paging'
  | 'name_directory'

export interface CallRoute extends Omit<CallRoutesTable, 'kind' | 'settings'> {
  kind: RouteKindName
  settings: Readonly<Record<string, unknown>>
}

export const callRouteOf = (row: CallRoutesTable): CallRoute => ({
  ...row,
  kind: row.kind as RouteKindName,
  settings: JSON.parse(row.settings),
})

export const callRouteRow = (route: CallRoute): CallRoutesTable => ({
  ...route,
  settings: JSON.stringify(route.settings),
})

export const callRoutesTable = table('call_routes', ['company_id', 'id'], {
  orderBy: ['number'],
  read: callRouteOf,
})
