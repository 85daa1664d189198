import { sql } from 'kysely'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { NumberRules } from '../pbx/may-call.ts'
import { type CallingRulesTable, callingRulesTable } from './calling-rules-tables.ts'

/** Enough for a company with some dozens of phones. A stolen password cannot run up more than this in a day. */
const defaults = {
  allowed_countries: null,
  denied_prefixes: '[]',
  special_rates: 0,
  routes_class: 'national',
  max_calls: 20,
  max_minutes: 2000,
} as const

export async function findCallingRules(db: TelephonyDb, companyId: number): Promise<CallingRulesTable> {
  const row = await callingRulesTable.find(db, { company_id: companyId })
  return row ?? { company_id: companyId, ...defaults }
}

export const numberRulesOf = (rules: CallingRulesTable): NumberRules => ({
  allowedCountries: rules.allowed_countries === null ? null : JSON.parse(rules.allowed_countries),
  deniedPrefixes: JSON.parse(rules.denied_prefixes),
  allowsSpecialRates: rules.special_rates === 1,
})

/** How many seconds were talked over each trunk of a company since then, calls in progress included. */
export async function sumSecondsByTrunk(
  db: TelephonyDb,
  companyId: number,
  since: number,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ trunk_id: string; milliseconds: number }>`
    select trunk_id, sum(coalesce(ended_at, ${now})
      - case when answered_at < ${since} then ${since} else answered_at end) as milliseconds
    from outgoing_calls
    where company_id = ${companyId} and (ended_at is null or ended_at > ${since})
    group by trunk_id`.execute(db)
  return new Map(rows.map((row) => [row.trunk_id, Number(row.milliseconds) / 1000]))
}
