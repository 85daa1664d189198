import { table } from '../../telephony-tables.ts'
import type { RouteClass } from '../pbx/may-call.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    outbound_routes: OutboundRoutesTable
  }
}

/** How the provider gets the number: `+493012345678`, `493012345678`, or as it is dialled in its country. */
export const numberFormats = ['e164', 'digits', 'national'] as const

export type NumberFormat = (typeof numberFormats)[number]

/** Which numbers outside go over which trunks, and who may call them. */
export interface OutboundRoutesTable {
  company_id: number
  id: string
  name: string
  /** the first route that fits is taken */
  place: number
  enabled: number
  /** JSON: see match-pattern.ts; none: every number */
  patterns: string
  /** what people dial before the number; a number with a + needs none */
  dial_prefix: string
  /** only calls from this instance; null: from all */
  instance_uuid: string | null
  /** JSON: ids, in the order in which they are tried; none: all of the company in their order */
  trunks: string
  number_format: NumberFormat
  /** what the provider gets before the number */
  send_prefix: string
  callerid: string
  /** the caller id counts even if the extension has its own */
  callerid_first: number
  calling_class: RouteClass
  created_at: number
  updated_at: number
}

export const outboundRoutesTable = table('outbound_routes', ['company_id', 'id'], {
  orderBy: ['place', 'id'],
})
