import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { businessHours, businessHoursSchemas, scheduleModes } from '../call-routes/business-hours.ts'
import { routeToShow } from './call-route-access.ts'
import { requireToSwitch, setScheduleMode } from './set-schedule-mode.ts'

const operation = operationOf<TelephonyPlatform>()

export const scheduleModeRoutes = [
  operation({
    method: 'PUT',
    path: `/instances/:instance_uuid/business-hours/:${businessHours.name}_id/mode`,
    area: businessHours.area,
    summary: 'Open or close by hand',
    description:
      'For owners, administrators and the users of `switched_by`. At a phone, `*28` and the number closes (night mode), and ends that.',
    access: 'switch night mode',
    body: Type.Object(
      { mode: Type.Union(scheduleModes.map((mode) => Type.Literal(mode))) },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: businessHoursSchemas.view },
    problems: [400, 403, 404],
    async find({ context, actor, params }) {
      const schedule = await routeToShow(context, actor, businessHours, params)
      await requireToSwitch(context.database.read, actor, schedule)
      return schedule
    },
    handle: ({ context, actor, subject, body }) => setScheduleMode(context, actor, subject, body.mode),
  }),
]
