import { sql } from 'kysely'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Extension } from '../extensions/extension.ts'
import type { CallingClass, NumberRules } from '../pbx/may-call.ts'
import type { CallingRulesTable, LimitNoticesTable, OutgoingCallsTable } from './calling-rules-tables.ts'

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
  const row = await db
    .selectFrom('calling_rules')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? { company_id: companyId, ...defaults }
}

export const numberRulesOf = (rules: CallingRulesTable): NumberRules => ({
  allowedCountries: rules.allowed_countries === null ? null : JSON.parse(rules.allowed_countries),
  deniedPrefixes: JSON.parse(rules.denied_prefixes),
  allowsSpecialRates: rules.special_rates === 1,
})

export async function putCallingRules(db: TelephonyDb, rules: CallingRulesTable): Promise<void> {
  const { company_id: _, ...values } = rules
  await db
    .insertInto('calling_rules')
    .values(rules)
    .onConflict((on) => on.column('company_id').doUpdateSet(values))
    .execute()
}

export async function setCallingClass(
  db: TelephonyDb,
  { company_id: companyId, id }: Extension,
  callingClass: CallingClass,
  updatedAt: number,
): Promise<void> {
  await db
    .updateTable('extensions')
    .set({ calling_class: callingClass, updated_at: updatedAt })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Added once; an event can come again after a crash. */
export async function insertOutgoingCall(db: TelephonyDb, call: OutgoingCallsTable): Promise<void> {
  await db
    .insertInto('outgoing_calls')
    .values(call)
    .onConflict((on) => on.columns(['company_id', 'id']).doNothing())
    .execute()
}

export async function endOutgoingCall(
  db: TelephonyDb,
  companyId: number,
  id: string,
  endedAt: number,
): Promise<void> {
  await db
    .updateTable('outgoing_calls')
    .set({ ended_at: endedAt })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Of all companies. */
export async function listOpenOutgoingCalls(db: TelephonyDb): Promise<OutgoingCallsTable[]> {
  return db.selectFrom('outgoing_calls').selectAll().where('ended_at', 'is', null).execute()
}

export async function deleteOutgoingCallsBefore(db: TelephonyDb, before: number): Promise<void> {
  await db.deleteFrom('outgoing_calls').where('ended_at', '<', before).execute()
}

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

export async function findLimitNotice(
  db: TelephonyDb,
  { company_id, limit_name, trunk_id }: Omit<LimitNoticesTable, 'notified_at'>,
): Promise<LimitNoticesTable | undefined> {
  return db
    .selectFrom('limit_notices')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('limit_name', '=', limit_name)
    .where('trunk_id', '=', trunk_id)
    .executeTakeFirst()
}

export async function putLimitNotice(db: TelephonyDb, notice: LimitNoticesTable): Promise<void> {
  await db
    .insertInto('limit_notices')
    .values(notice)
    .onConflict((on) =>
      on.columns(['company_id', 'limit_name', 'trunk_id']).doUpdateSet({ notified_at: notice.notified_at }),
    )
    .execute()
}
