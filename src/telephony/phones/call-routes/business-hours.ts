import { type Static, Type } from '@sinclair/typebox'
import type { Fault } from '../../problem.ts'
import { Destination, RequiredDestination } from './destination-schema.ts'
import { type RouteKind, routeSchemas } from './route-kind.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export const scheduleModes = ['schedule', 'open', 'closed'] as const
export type ScheduleMode = (typeof scheduleModes)[number]

const time = (description: string) =>
  Type.String({
    pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
    title: 'a time such as 09:00, at most 24:00',
    description,
  })
const interval = { from: time('The first minute.'), to: time('The first minute after it.') }
const strict = { additionalProperties: false }

const fields = {
  time_zone: Type.String({
    minLength: 1,
    format: 'timezone',
    description: 'An IANA name such as Europe/Berlin, in which all days and times are meant.',
  }),
  intervals: Type.Array(
    Type.Object(
      {
        days: Type.Array(Type.Union(weekdays.map((day) => Type.Literal(day))), { minItems: 1, maxItems: 7 }),
        ...interval,
      },
      strict,
    ),
    { maxItems: 50, description: 'When it is open every week.' },
  ),
  exceptions: Type.Array(
    Type.Object(
      {
        date: Type.String({
          pattern: '^\\d{4}-\\d{2}-\\d{2}$',
          title: 'a day such as 2026-12-24',
          format: 'date',
        }),
        name: Type.String({ maxLength: 100, format: 'line' }),
        intervals: Type.Array(Type.Object(interval, strict), { maxItems: 20 }),
      },
      { ...strict, description: 'On this day only these intervals count; none: closed.' },
    ),
    { maxItems: 500, description: 'Holidays and other days that differ from the week.' },
  ),
  open_destination: RequiredDestination('Where calls go when it is open.'),
  closed_destination: Destination('Where calls go when it is closed; empty: the caller gets 480.'),
  mode: Type.Union(
    scheduleModes.map((mode) => Type.Literal(mode)),
    { description: '`open` and `closed` count instead of the hours, until it is `schedule` again.' },
  ),
  switched_by: Type.Array(RequiredDestination(), {
    maxItems: 100,
    description:
      'Extensions of the instance whose users may change `mode`, beside owners and administrators.',
  }),
}

type Complete = Static<ReturnType<typeof Type.Object<typeof fields>>>

/** Older schedules have no `mode`: see `defaults`. */
export type BusinessHoursSettings = Omit<Complete, 'mode' | 'switched_by'> &
  Partial<Pick<Complete, 'mode' | 'switched_by'>>
export type OpenInterval = Pick<Complete['intervals'][number], 'from' | 'to'>

export const businessHours: RouteKind = {
  name: 'business_hours',
  path: 'business-hours',
  area: 'Business hours',
  noun: 'schedule of business hours',
  description: 'A number that sends calls to one of two others, by the time of day.',
  fields,
  defaults: { intervals: [], exceptions: [], closed_destination: '', mode: 'schedule', switched_by: [] },
  faults(settings) {
    const { intervals, exceptions } = settings as BusinessHoursSettings
    return [
      ...intervals.flatMap((one, index) => orderFaults(one, `/intervals/${index}`)),
      ...exceptions.flatMap(({ date, intervals: own }, index): Fault[] => [
        ...own.flatMap((one, at) => orderFaults(one, `/exceptions/${index}/intervals/${at}`)),
        ...(exceptions.findIndex((other) => other.date === date) < index
          ? [{ pointer: `/exceptions/${index}/date`, detail: `${date} is already listed` }]
          : []),
      ]),
    ]
  },
}

const orderFaults = ({ from, to }: OpenInterval, pointer: string): Fault[] =>
  from < to
    ? []
    : [{ pointer: `${pointer}/to`, detail: `must be after ${from}; use two intervals for a night` }]

export const businessHoursSchemas = routeSchemas(businessHours)
