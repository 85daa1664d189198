import { type Static, Type } from '@sinclair/typebox'
import { readDate } from '../../../platform/clock.ts'
import { endOfPeriod } from '../../company/audit/list-audit.ts'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { CdrSchema } from './call-events.ts'
import { type CallPageFilter, listCdrs } from './list-cdrs.ts'
import { markCallsSeen, SeenCallsInput, SeenCallsSchema, showSeenCalls } from './mark-calls-seen.ts'

const operation = operationOf<TelephonyPlatform>()

const date = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

/** Which calls a request means. */
export const callFilters = {
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
  unseen: Type.Optional(
    Type.Boolean({
      description:
        'Only calls that the acting user has not seen (`PUT /cdrs/seen`); of the last seven days if they have never looked.',
    }),
  ),
  recorded: Type.Optional(
    Type.Boolean({
      description:
        'Only calls that have a recording. Administrators see those of everybody if they may listen (`/company/recording-rules`).',
    }),
  ),
}

const CallFilters = Type.Object(callFilters)

export const callFilterOf = (query: Static<typeof CallFilters>): CallPageFilter => ({
  from: query.from === undefined ? undefined : readDate(query.from),
  to: endOfPeriod(query.to),
  extensionId: query.extension || undefined,
  number: query.number || undefined,
  direction: query.direction,
  userId: query.user || undefined,
  missed: query.missed,
  unseen: query.unseen,
  recorded: query.recorded,
  result: query.result === 'in_progress' ? null : query.result,
})

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
        ...callFilters,
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: Type.Array(CdrSchema), paged: true },
    problems: [400, 403],
    handle: ({ context, actor, query }) =>
      listCdrs(context, actor, callFilterOf(query), pageOf(query.page, query.page_size)),
  }),
  operation({
    method: 'GET',
    path: '/cdrs/seen',
    area: 'Calls',
    summary: 'Get until when the acting user has seen the calls',
    access: 'see calls and hear recordings',
    success: { status: 200, schema: SeenCallsSchema },
    problems: [],
    handle: ({ context, actor }) => showSeenCalls(context, actor),
  }),
  operation({
    method: 'PUT',
    path: '/cdrs/seen',
    area: 'Calls',
    summary: 'Mark the calls of the acting user as seen',
    description:
      'Those that began until a time. A time before the stored one changes nothing, and one in the future is now. The devices of the user receive `call.seen.updated`.',
    access: 'mark calls as seen',
    body: SeenCallsInput,
    success: { status: 200, schema: SeenCallsSchema },
    problems: [400],
    handle: ({ context, actor, body }) => markCallsSeen(context, actor, body),
  }),
]
