import { instanceOfCompany } from '../../company/instances/instance-access.ts'
import { operationOf } from '../../http/operation.ts'
import type { Phones } from '../phones.ts'
import { InstanceStatusSchema, showInstanceStatus } from './show-instance-status.ts'

const operation = operationOf<Phones>()

export const instanceStatusRoutes = [
  operation({
    method: 'GET',
    path: '/instances/:instance_uuid/status',
    area: 'Instances',
    summary: 'Check whether the PBX of an instance responds',
    access: 'see the company, its users and locations',
    success: { status: 200, schema: InstanceStatusSchema },
    problems: [404],
    find: ({ context, actor, params }) => instanceOfCompany(context, actor, params.instance_uuid!),
    handle: ({ context, subject }) => showInstanceStatus(context, subject),
  }),
]
