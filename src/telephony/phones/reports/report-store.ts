import { sql } from 'kysely'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { SLOT_MS } from '../call-routes/read-period.ts'

export interface ReportRange {
  readonly companyId: number
  readonly from: number
  /** not included */
  readonly to: number
}

/** Calls that have ended. Times are milliseconds. */
export interface CallCounts {
  readonly calls: number
  readonly answered: number
  /** rang at a phone of the company, and nobody answered */
  readonly missed: number
  /** until somebody answered, of the answered calls */
  readonly waited: number
  readonly longest: number
  readonly talked: number
}

/** Something rang, or nothing could: not codes, menus, and callers who were blocked. */
const called = sql<boolean>`exists (select 1 from call_parties where call_parties.company_id = calls.company_id
  and call_parties.call_id = calls.id and call_parties.role = 'called' and call_parties.outcome <> 'blocked')`

const counts = {
  calls: sql<number>`count(distinct calls.id)`,
  answered: sql<number>`sum(case when answered_at is not null then 1 else 0 end)`,
  missed: sql<number>`sum(case when answered_at is null and direction <> 'outbound' and ${called} then 1 else 0 end)`,
  waited: sql<number>`sum(case when answered_at is not null then answered_at - started_at else 0 end)`,
  longest: sql<number>`max(case when answered_at is not null or ${called} then coalesce(answered_at, ended_at) - started_at else 0 end)`,
  talked: sql<number>`sum(case when answered_at is not null then ended_at - answered_at else 0 end)`,
}

const columns = [
  counts.calls.as('calls'),
  counts.answered.as('answered'),
  counts.missed.as('missed'),
  counts.waited.as('waited'),
  counts.longest.as('longest'),
  counts.talked.as('talked'),
] as const

const ended = (db: TelephonyDb, { companyId, from, to }: ReportRange) =>
  db
    .selectFrom('calls')
    .where('calls.company_id', '=', companyId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .where('ended_at', 'is not', null)
    // Codes are no calls, except those that call somebody.
    .where(({ or, eb }) => or([eb('dialled', 'not like', '*%'), called]))

/** By direction and quarters of an hour. */
export async function countCalls(
  db: TelephonyDb,
  range: ReportRange,
): Promise<(CallCounts & { slot: number; direction: string })[]> {
  const slot = sql<number>`started_at / ${sql.lit(SLOT_MS)}`
  const rows = await ended(db, range)
    .select([slot.as('slot'), 'direction', ...columns])
    .groupBy([slot, 'direction'])
    .execute()
  return rows.map((row) => ({ ...numbersIn(row), slot: Number(row.slot), direction: row.direction }))
}

/** Each call once for each trunk that it tried. */
export async function countByTrunk(
  db: TelephonyDb,
  range: ReportRange,
): Promise<(CallCounts & { trunkId: string; direction: string })[]> {
  const trunks = sql<{
    call_id: string
    trunk_id: string
  }>`(select distinct call_id, trunk_id from call_parties
    where company_id = ${range.companyId} and trunk_id is not null)`
  const rows = await ended(db, range)
    .innerJoin(trunks.as('parties'), (join) => join.onRef('parties.call_id', '=', 'calls.id'))
    .select(['trunk_id', 'direction', ...columns])
    .groupBy(['trunk_id', 'direction'])
    .execute()
  return rows.map((row) => ({ ...numbersIn(row), trunkId: row.trunk_id, direction: row.direction }))
}

export interface UserCounts {
  readonly userId: string
  /** calls that the user made */
  readonly made: number
  readonly answered: number
  /** rang at the user, and nobody answered */
  readonly missed: number
  /** of the calls that the user made or answered */
  readonly talked: number
}

export async function countByUser(db: TelephonyDb, range: ReportRange): Promise<UserCounts[]> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(distinct case when ${condition} then calls.id end)`
  const isOwn = sql`(role = 'caller' or outcome = 'answered')`
  const rows = await ended(db, range)
    .innerJoin('call_parties', (join) =>
      join
        .onRef('call_parties.company_id', '=', 'calls.company_id')
        .onRef('call_parties.call_id', '=', 'calls.id'),
    )
    .where('user_id', 'is not', null)
    .select([
      'user_id',
      count(sql`role = 'caller'`).as('made'),
      count(sql`role = 'called' and outcome = 'answered'`).as('answered'),
      count(sql`role = 'called' and answered_at is null and outcome <> 'blocked'`).as('missed'),
      sql<number>`sum(case when ${isOwn} and answered_at is not null then ended_at - answered_at else 0 end)`.as(
        'talked',
      ),
    ])
    .groupBy('user_id')
    .execute()
  return rows.map((row) => ({
    userId: row.user_id!,
    made: Number(row.made),
    answered: Number(row.answered),
    missed: Number(row.missed),
    talked: Number(row.talked),
  }))
}

export async function countByQueue(
  db: TelephonyDb,
  { companyId, from, to }: ReportRange,
): Promise<(CallCounts & { queueId: string })[]> {
  const wait = sql`left_at - entered_at`
  const isDone = sql`outcome in ('answered', 'called_back')`
  const rows = await db
    .selectFrom('queue_calls')
    .where('company_id', '=', companyId)
    .where('entered_at', '>=', from)
    .where('entered_at', '<', to)
    .where('left_at', 'is not', null)
    .select(({ fn }) => [
      'queue_id',
      fn.countAll<number>().as('calls'),
      sql<number>`sum(case when ${isDone} then 1 else 0 end)`.as('answered'),
      sql<number>`sum(case when ${isDone} then 0 else 1 end)`.as('missed'),
      sql<number>`sum(case when ${isDone} then ${wait} else 0 end)`.as('waited'),
      sql<number>`max(${wait})`.as('longest'),
      sql<number>`sum(case when ended_at is null then 0 else ended_at - left_at end)`.as('talked'),
    ])
    .groupBy('queue_id')
    .execute()
  return rows.map((row) => ({ ...numbersIn(row), queueId: row.queue_id }))
}

/** PostgreSQL sums as text. */
const numbersIn = ({ calls, answered, missed, waited, longest, talked }: CallCounts): CallCounts => ({
  calls: Number(calls),
  answered: Number(answered),
  missed: Number(missed),
  waited: Number(waited),
  longest: Number(longest),
  talked: Number(talked),
})
