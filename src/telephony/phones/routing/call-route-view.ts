import { isoDate } from '../../../platform/clock.ts'
import { businessHours } from '../call-routes/business-hours.ts'
import type { CallRoute, RouteKindName } from '../call-routes/call-route.ts'
import { conferenceRooms } from '../call-routes/conference-rooms.ts'
import { menus } from '../call-routes/menus.ts'
import { nameDirectories } from '../call-routes/name-directories.ts'
import { pagingGroups } from '../call-routes/paging-groups.ts'
import { parkingLots } from '../call-routes/parking-lots.ts'
import { queues } from '../call-routes/queues.ts'
import { ringGroups } from '../call-routes/ring-groups.ts'
import type { RouteKind } from '../call-routes/route-kind.ts'

const kinds: Readonly<Record<RouteKindName, RouteKind>> = {
  ring_group: ringGroups,
  business_hours: businessHours,
  menu: menus,
  queue: queues,
  conference: conferenceRooms,
  parking: parkingLots,
  paging: pagingGroups,
  name_directory: nameDirectories,
}

/** Its fields depend on the kind: see `RouteKind`. */
export function callRouteView(route: CallRoute, companyPublicId: string) {
  return {
    id: route.id,
    company_id: companyPublicId,
    pbx: route.instance_uuid,
    number: route.number,
    name: route.name,
    // A route may be older than a setting.
    ...kinds[route.kind].defaults,
    ...route.settings,
    created_at: isoDate(route.created_at),
    updated_at: isoDate(route.updated_at),
  }
}

export type CallRouteView = ReturnType<typeof callRouteView>
