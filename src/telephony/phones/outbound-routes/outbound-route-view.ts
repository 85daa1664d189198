import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { nullable } from '../../nullable.ts'
import { routeClasses } from '../pbx/may-call.ts'
import { numberFormats, type OutboundRoutesTable } from './outbound-routes-table.ts'

const strict = { additionalProperties: false }
const unchanged = () => Type.Optional(Type.Unknown())

const name = Type.String({
  format: 'line',
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  title: 'more than blanks',
})

const settings = {
  order: Type.Integer({ minimum: 0, maximum: 1000, description: 'The first route that fits is taken.' }),
  enabled: Type.Boolean(),
  patterns: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
    maxItems: 100,
    description:
      'Numbers of the route, as E.164 (+49.) or service numbers (311): X any digit, Z 1 to 9, N 2 to 9, [13-5] one of these, a dot at the end any further digits, at least one. None: every number.',
  }),
  dial_prefix: Type.String({
    format: 'dial-prefix',
    maxLength: 6,
    description:
      'What people dial before the number. It is not part of the number. Numbers with a + need none.',
  }),
  pbx: nullable(
    Type.String({ maxLength: 50, description: 'Only for calls from this instance. Null: from all.' }),
  ),
  trunks: Type.Array(Type.String({ maxLength: 50 }), {
    maxItems: 50,
    uniqueItems: true,
    description:
      'Their ids, in the order in which they are tried; others are not. None: all of the company, in their own order.',
  }),
  number_format: Type.Union(
    numberFormats.map((one) => Type.Literal(one)),
    {
      description:
        'How the provider gets the number. e164: +493012345678; digits: without the +; national: as it is dialled in its country.',
    },
  ),
  send_prefix: Type.String({
    format: 'send-prefix',
    maxLength: 16,
    description: 'What the provider gets before the number.',
  }),
  callerid: Type.String({
    format: 'line',
    maxLength: 100,
    description: 'Caller id of calls over the route, if the extension has none.',
  }),
  callerid_first: Type.Boolean({
    description: 'The caller id of the route counts even if the extension has one.',
  }),
  calling_class: Type.Union(
    routeClasses.map((one) => Type.Literal(one)),
    {
      description:
        'Who may call its numbers. automatic: by the country of the number; internal, national, international: extensions and routes of this class or a higher one, whatever the country; nobody: the numbers cannot be called. The denied prefixes and special rates of the company always count, and emergency calls go through in any case.',
    },
  ),
}

export const OutboundRouteSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    name: Type.String(),
    ...settings,
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  strict,
)

export type OutboundRouteView = Static<typeof OutboundRouteSchema>

const given = {
  id: unchanged(),
  company: unchanged(),
  created_at: unchanged(),
  updated_at: unchanged(),
}

const optional = Type.Partial(Type.Object(settings)).properties

export const NewOutboundRoute = Type.Object({ name, ...optional }, strict)
export const OutboundRoutePatch = Type.Object({ name: Type.Optional(name), ...optional, ...given }, strict)

export type OutboundRouteInput = Static<typeof OutboundRoutePatch>

/** Fields that clients may send back but not change. */
export const outboundRouteIdentity = ['id', 'company', 'created_at']

export const outboundRouteView = (row: OutboundRoutesTable, companyPublicId: string): OutboundRouteView => ({
  id: row.id,
  company: companyPublicId,
  name: row.name,
  order: row.place,
  enabled: row.enabled === 1,
  patterns: JSON.parse(row.patterns),
  dial_prefix: row.dial_prefix,
  pbx: row.instance_uuid,
  trunks: JSON.parse(row.trunks),
  number_format: row.number_format,
  send_prefix: row.send_prefix,
  callerid: row.callerid,
  callerid_first: row.callerid_first === 1,
  calling_class: row.calling_class,
  created_at: isoDate(row.created_at),
  updated_at: isoDate(row.updated_at),
})
