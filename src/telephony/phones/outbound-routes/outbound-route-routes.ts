import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import {
  createOutboundRoute,
  deleteOutboundRoute,
  outboundRouteToManage,
  showOutboundRoutes,
  updateOutboundRoute,
} from './change-outbound-route.ts'
import { NewOutboundRoute, OutboundRoutePatch, OutboundRouteSchema } from './outbound-route-view.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Trunks'
const one = '/outbound-routes/:outbound_route_id'

export const outboundRouteRoutes = [
  operation({
    method: 'GET',
    path: '/outbound-routes',
    area,
    summary: 'List the outbound routes',
    description: 'In the order in which they are tried. For owners and administrators.',
    access: 'see trunks and numbers',
    success: { status: 200, schema: Type.Array(OutboundRouteSchema) },
    problems: [403],
    handle: ({ context, actor }) => showOutboundRoutes(context, actor),
  }),
  operation({
    method: 'POST',
    path: '/outbound-routes',
    area,
    summary: 'Create an outbound route',
    description:
      'It counts from the next call on. Numbers that no route fits go over all trunks of the company, in their order. Emergency calls ignore routes.',
    access: 'change outbound routes',
    body: NewOutboundRoute,
    nullIsAbsent: true,
    success: { status: 201, schema: OutboundRouteSchema },
    problems: [400, 403, 409],
    handle: ({ context, actor, body }) => createOutboundRoute(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: one,
    area,
    summary: 'Get an outbound route',
    access: 'see trunks and numbers',
    success: { status: 200, schema: OutboundRouteSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => outboundRouteToManage(context, actor, params.outbound_route_id!),
    handle: async ({ subject }) => subject,
  }),
  operation({
    method: 'PATCH',
    path: one,
    area,
    summary: 'Change an outbound route',
    access: 'change outbound routes',
    body: OutboundRoutePatch,
    success: { status: 200, schema: OutboundRouteSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => outboundRouteToManage(context, actor, params.outbound_route_id!),
    handle: ({ context, actor, subject, body }) => updateOutboundRoute(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: one,
    area,
    summary: 'Delete an outbound route',
    access: 'change outbound routes',
    success: { status: 200, schema: OutboundRouteSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => outboundRouteToManage(context, actor, params.outbound_route_id!),
    handle: ({ context, actor, subject }) => deleteOutboundRoute(context, actor, subject.id),
  }),
]
