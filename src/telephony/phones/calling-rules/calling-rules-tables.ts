import { table } from '../../telephony-tables.ts'
import type { CallingClass, LimitName } from '../pbx/may-call.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    calling_rules: CallingRulesTable
    outgoing_calls: OutgoingCallsTable
    limit_notices: LimitNoticesTable
  }
}

/** What a company may call outside. Without a row, the defaults apply. */
export interface CallingRulesTable {
  company_id: number
  /** JSON: codes of countries; null: all */
  allowed_countries: string | null
  /** JSON: beginnings of E.164 numbers */
  denied_prefixes: string
  special_rates: number
  /** what ring groups, business hours, menus and faxes may call */
  routes_class: CallingClass
  /** at once; null: no limit */
  max_calls: number | null
  /** within 24 hours; null: no limit */
  max_minutes: number | null
}

/** A connection over a trunk that we have dialled and that was answered: the provider charges for it. */
export interface OutgoingCallsTable {
  company_id: number
  /** the PBX's id of the connection */
  id: string
  trunk_id: string
  answered_at: number
  /** null: it goes on */
  ended_at: number | null
}

/** When the owner was notified of a limit. */
export interface LimitNoticesTable {
  company_id: number
  limit_name: LimitName
  /** empty: of the company */
  trunk_id: string
  notified_at: number
}

export const callingRulesTable = table('calling_rules', ['company_id'])

export const outgoingCallsTable = table('outgoing_calls', ['company_id', 'id'])

export const limitNoticesTable = table('limit_notices', ['company_id', 'limit_name', 'trunk_id'])
