import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { showInstances } from './instance-access.ts'
import { InstanceSchema } from './instance-view.ts'

const operation = operationOf<TelephonyPlatform>()

/** Clients of this API family use both paths. */
export const instanceRoutes = ['/instances', '/system/instances'].map((path) =>
  operation({
    method: 'GET',
    path,
    area: 'Instances',
    summary: path === '/instances' ? 'List the instances' : 'List the instances, older path',
    access: 'see the company, its users and locations',
    success: { status: 200, schema: Type.Array(InstanceSchema) },
    problems: [],
    handle: ({ context, actor }) => showInstances(context, actor),
  }),
)
