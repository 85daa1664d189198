import { Type } from '@sinclair/typebox'
import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { businessHours, businessHoursSchemas } from '../call-routes/business-hours.ts'
import { conferenceRooms, conferenceSchemas } from '../call-routes/conference-rooms.ts'
import { menuSchemas, menus } from '../call-routes/menus.ts'
import { nameDirectories, nameDirectorySchemas } from '../call-routes/name-directories.ts'
import { pagingGroups, pagingSchemas } from '../call-routes/paging-groups.ts'
import { parkingLots, parkingSchemas } from '../call-routes/parking-lots.ts'
import { queueSchemas, queues } from '../call-routes/queues.ts'
import { ringGroupSchemas, ringGroups } from '../call-routes/ring-groups.ts'
import type { RouteKind, RouteSchemas } from '../call-routes/route-kind.ts'
import { instanceToRoute, routeToEdit, routeToShow } from './call-route-access.ts'
import { createCallRoute, deleteCallRoute, listRoutesOfKind } from './call-route-actions.ts'
import { callRouteView } from './call-route-view.ts'
import { menuPromptRoutes } from './menu-prompt-routes.ts'
import type { RouteInput } from './route-input.ts'
import { scheduleModeRoutes } from './schedule-mode-routes.ts'
import { updateCallRoute } from './update-call-route.ts'

const operation = operationOf<TelephonyPlatform>()

/** Every kind of route has the same operations. */
function routesOf(kind: RouteKind, { view, complete, patch }: RouteSchemas) {
  const { area, noun } = kind
  const path = `/instances/:instance_uuid/${kind.path}`
  const one = `${path}/:${kind.name}_id`
  const forManagers = 'For owners and administrators.'
  return [
    operation({
      method: 'GET',
      path,
      area,
      summary: `List the ${area.toLowerCase()}`,
      description: 'By number. For every user of the company.',
      access: 'see how calls are routed',
      query: Type.Object({ page: pageNumber, page_size: pageSize }, { additionalProperties: false }),
      success: { status: 200, schema: Type.Array(view), paged: true },
      problems: [400, 404],
      find: ({ context, actor, params }) => instanceOfCompany(context, actor, params.instance_uuid!),
      handle: ({ context, actor, subject, query }) =>
        listRoutesOfKind(context, actor, kind, subject, pageOf(query.page, query.page_size)),
    }),
    operation({
      method: 'POST',
      path,
      area,
      summary: `Create a ${noun}`,
      description: `${kind.description} ${forManagers}`,
      access: 'change how calls are routed',
      body: complete,
      nullIsAbsent: true,
      success: { status: 201, schema: view },
      problems: [400, 403, 404],
      find: ({ context, actor, params }) => instanceToRoute(context, actor, params),
      handle: ({ context, actor, subject, body }) =>
        createCallRoute(context, actor, kind, subject, body as RouteInput),
    }),
    operation({
      method: 'GET',
      path: one,
      area,
      summary: `Get a ${noun}`,
      access: 'see how calls are routed',
      success: { status: 200, schema: view },
      problems: [404],
      find: ({ context, actor, params }) => routeToShow(context, actor, kind, params),
      handle: async ({ actor, subject }) => callRouteView(subject, actor.company.public_id),
    }),
    operation({
      method: 'PATCH',
      path: one,
      area,
      summary: `Update a ${noun}`,
      description: forManagers,
      access: 'change how calls are routed',
      body: patch,
      success: { status: 200, schema: view },
      problems: [400, 403, 404],
      find: ({ context, actor, params }) => routeToEdit(context, actor, kind, params),
      handle: ({ context, actor, subject, body }) =>
        updateCallRoute(context, actor, kind, subject, body as RouteInput),
    }),
    operation({
      method: 'DELETE',
      path: one,
      area,
      summary: `Delete a ${noun}`,
      description: `Calls to its number get 404 from then on. ${forManagers}`,
      access: 'change how calls are routed',
      success: { status: 200, schema: view },
      problems: [403, 404],
      find: ({ context, actor, params }) => routeToEdit(context, actor, kind, params),
      handle: ({ context, actor, subject }) => deleteCallRoute(context, actor, kind, subject),
    }),
  ]
}

export const callRouteRoutes = [
  ...routesOf(ringGroups, ringGroupSchemas),
  ...routesOf(businessHours, businessHoursSchemas),
  ...routesOf(menus, menuSchemas),
  ...routesOf(queues, queueSchemas),
  ...routesOf(conferenceRooms, conferenceSchemas),
  ...routesOf(parkingLots, parkingSchemas),
  ...routesOf(pagingGroups, pagingSchemas),
  ...routesOf(nameDirectories, nameDirectorySchemas),
  ...menuPromptRoutes,
  ...scheduleModeRoutes,
]
