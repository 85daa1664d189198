import { isoDate } from '../../../platform/clock.ts'
import type { CallRoute } from '../call-routes/call-route.ts'

/** Its fields depend on the kind: see `RouteKind`. */
export function callRouteView(route: CallRoute, companyPublicId: string) {
  return {
    id: route.id,
    company_id: companyPublicId,
    pbx: route.instance_uuid,
    number: route.number,
    name: route.name,
    ...route.settings,
    created_at: isoDate(route.created_at),
    updated_at: isoDate(route.updated_at),
  }
}

export type CallRouteView = ReturnType<typeof callRouteView>
