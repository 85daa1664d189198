import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { callFilterOf, callFilters } from '../calls/cdr-routes.ts'
import { exportCalls } from './export-calls.ts'
import { CallReportSchema, showCallReport } from './show-report.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Calls'

export const reportRoutes = [
  operation({
    method: 'GET',
    path: '/cdrs/export',
    area,
    summary: 'Download the calls as CSV',
    description:
      'Those of `GET /cdrs`, with the same filters, all of them, newest first. Texts that a spreadsheet would run as a formula begin with an apostrophe.',
    access: 'see calls and hear recordings',
    query: Type.Object(callFilters, { additionalProperties: false }),
    success: { status: 200, type: 'text/csv' },
    problems: [400, 403],
    handle: ({ context, actor, query }) => exportCalls(context, actor, callFilterOf(query)),
  }),
  operation({
    method: 'GET',
    path: '/cdrs/report',
    area,
    summary: 'Count the calls by day, person, trunk and queue',
    description: 'For at most 93 days; by default the last seven. For owners and administrators.',
    access: 'see reports of calls',
    query: Type.Object(
      {
        from: Type.Optional(Type.String({ format: 'date', description: 'The first day.' })),
        to: Type.Optional(Type.String({ format: 'date', description: 'The last day; by default today.' })),
        time_zone: Type.Optional(
          Type.String({ format: 'timezone', maxLength: 50, description: 'Whose days; by default UTC.' }),
        ),
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: CallReportSchema },
    problems: [400, 403],
    handle: ({ context, actor, query }) => showCallReport(context, actor, query),
  }),
]
