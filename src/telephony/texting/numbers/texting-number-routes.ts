import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import {
  assignTextingNumber,
  NumberAssignment,
  numberOfCompany,
  showTextingNumbers,
} from './assign-texting-number.ts'
import { TextingNumberSchema } from './texting-number-view.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Texting'

export const textingNumberRoutes = [
  operation({
    method: 'GET',
    path: '/texting/numbers',
    area,
    summary: 'List the numbers to text from',
    description:
      'Each with its users. The primary user sees all numbers of the company, anybody else those assigned to them.',
    access: 'see texting numbers',
    success: { status: 200, schema: Type.Array(TextingNumberSchema) },
    problems: [],
    handle: ({ context, actor }) => showTextingNumbers(context, actor),
  }),
  operation({
    method: 'PUT',
    path: '/texting/numbers/:number',
    area,
    summary: 'Assign a number to users',
    description:
      'For the primary user. The users who are named, and nobody else but the primary user, see and hear of what is texted with this number from now on. Older texts stay with the people who had the number then, and with the primary user.',
    access: 'assign texting numbers',
    body: NumberAssignment,
    success: { status: 200, schema: TextingNumberSchema },
    problems: [400, 403, 404, 409],
    find: ({ context, actor, params }) => numberOfCompany(context, actor, params.number!),
    handle: ({ context, actor, subject, body }) => assignTextingNumber(context, actor, subject, body),
  }),
]
