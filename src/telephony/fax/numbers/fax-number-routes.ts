import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { FaxNumberSchema, showFaxNumbers } from './show-fax-numbers.ts'

const operation = operationOf<TelephonyPlatform>()

export const faxNumberRoutes = [
  operation({
    method: 'GET',
    path: '/fax/numbers',
    area: 'Faxes',
    summary: 'List the fax numbers of the company',
    description: 'The operator of the server assigns numbers to companies.',
    access: 'read faxes, fax numbers and destinations',
    success: { status: 200, schema: Type.Array(FaxNumberSchema) },
    problems: [],
    handle: ({ context, actor }) => showFaxNumbers(context, actor),
  }),
]
