import { Type } from '@sinclair/typebox'
import { operation } from '../../http/operation.ts'
import { FaxNumberSchema, showFaxNumbers } from './show-fax-numbers.ts'

export const faxNumberRoutes = [
  operation({
    method: 'GET',
    path: '/fax/numbers',
    area: 'Faxes',
    summary: 'List the fax numbers of the company',
    description: 'Numbers are given to companies by the operator of the server.',
    access: 'users',
    success: { status: 200, schema: Type.Array(FaxNumberSchema) },
    problems: [],
    handle: ({ telephony, actor }) => showFaxNumbers(telephony, actor),
  }),
]
