import { Type } from '@sinclair/typebox'
import { readDate } from '../../../platform/clock.ts'
import { endOfPeriod } from '../../company/audit/list-audit.ts'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { CdrSchema } from './call-events.ts'
import { listCdrs } from './list-cdrs.ts'

const operation = operationOf<TelephonyPlatform>()

const date = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const cdrRoutes = [
  operation({
    method: 'GET',
    path: '/cdrs',
    area: 'Calls',
    summary: 'List the calls',
    description:
      'Newest first, with those in progress. The owner sees the calls of the company, other users their own. Only Asterisk reports calls.',
    access: 'see calls and hear recordings',
    query: Type.Object(
      {
        from: date('Began not before.'),
        to: date('Began not after; a day without a time is in with all its hours.'),
        extension: Type.Optional(
          Type.String({ maxLength: 50, description: 'The id of an extension that called or was called.' }),
        ),
        number: Type.Optional(
          Type.String({ maxLength: 50, description: 'The number that called, was dialled or was called.' }),
        ),
        direction: Type.Optional(CdrSchema.properties.direction),
        result: Type.Optional(CdrSchema.properties.result),
        user: Type.Optional(
          Type.String({ maxLength: 50, description: 'The id of a user who called or was called.' }),
        ),
        missed: Type.Optional(
          Type.Boolean({
            description: 'Only calls that rang at an extension of the acting user and that nobody answered.',
          }),
        ),
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(CdrSchema), paged: true },
    problems: [400, 403],
    handle: ({ context, actor, query }) =>
      listCdrs(
        context,
        actor,
        {
          from: query.from === undefined ? undefined : readDate(query.from),
          to: endOfPeriod(query.to),
          extensionId: query.extension || undefined,
          number: query.number || undefined,
          direction: query.direction,
          userId: query.user || undefined,
          missed: query.missed,
          result: query.result === 'in_progress' ? null : query.result,
        },
        pageOf(query.page, query.page_size),
      ),
  }),
]
