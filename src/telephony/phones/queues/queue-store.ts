import { sql } from 'kysely'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { SLOT_MS } from '../call-routes/read-period.ts'

/** What an agent did for queues since a time. */
export interface AgentCalls {
  readonly extension_id: string
  readonly calls: number
  /** when the last call ended; null: none has */
  readonly ended_at: number | null
  /** calls that have not ended */
  readonly open: number
}

export async function listAgentCalls(
  db: TelephonyDb,
  companyId: number,
  extensionIds: readonly string[],
  since: number,
): Promise<AgentCalls[]> {
  if (extensionIds.length === 0) return []
  const rows = await db
    .selectFrom('queue_calls')
    .select(({ fn }) => [
      'extension_id',
      fn.countAll<number>().as('calls'),
      fn.max('ended_at').as('ended_at'),
      sql<number>`sum(case when ended_at is null then 1 else 0 end)`.as('open'),
    ])
    .where('company_id', '=', companyId)
    .where('extension_id', 'in', [...extensionIds])
    .where('entered_at', '>=', since)
    .groupBy('extension_id')
    .execute()
  return rows.map(({ extension_id: id, calls, ended_at, open }) => ({
    extension_id: id!,
    calls: Number(calls),
    ended_at: ended_at === null ? null : Number(ended_at),
    open: Number(open),
  }))
}

export interface SlotCounts {
  /** since the epoch, in `SLOT_MS` */
  readonly slot: number
  readonly calls: number
  readonly answered: number
  readonly abandoned: number
  readonly overflowed: number
  readonly called_back: number
  /** milliseconds, of those who were answered */
  readonly waited: number
  readonly longest: number
  /** answered within the service level */
  readonly in_time: number
}

export interface QueuePeriod {
  readonly companyId: number
  readonly queueId: string
  readonly from: number
  /** not included */
  readonly to: number
}

/** The calls that have left the line. */
export async function countQueueCalls(
  db: TelephonyDb,
  { companyId, queueId, from, to }: QueuePeriod,
  serviceLevelMs: number,
): Promise<SlotCounts[]> {
  const wait = sql<number>`left_at - entered_at`
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`sum(case when ${condition} then 1 else 0 end)`
  const is = (outcome: string) => count(sql`outcome = ${outcome}`)
  const rows = await db
    .selectFrom('queue_calls')
    .select(({ fn }) => [
      sql<number>`entered_at / ${sql.lit(SLOT_MS)}`.as('slot'),
      fn.countAll<number>().as('calls'),
      is('answered').as('answered'),
      is('abandoned').as('abandoned'),
      is('overflowed').as('overflowed'),
      is('called_back').as('called_back'),
      sql<number>`sum(case when outcome = 'answered' then ${wait} else 0 end)`.as('waited'),
      sql<number>`max(${wait})`.as('longest'),
      count(sql`outcome = 'answered' and ${wait} <= ${serviceLevelMs}`).as('in_time'),
    ])
    .where('company_id', '=', companyId)
    .where('queue_id', '=', queueId)
    .where('entered_at', '>=', from)
    .where('entered_at', '<', to)
    .where('left_at', 'is not', null)
    .groupBy(sql`entered_at / ${sql.lit(SLOT_MS)}`)
    .execute()
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value)])) as never,
  )
}

export interface AgentTotals {
  readonly extension_id: string
  readonly calls: number
  /** milliseconds */
  readonly talked: number
}

/** What each agent answered. */
export async function countByAgent(
  db: TelephonyDb,
  { companyId, queueId, from, to }: QueuePeriod,
): Promise<AgentTotals[]> {
  const rows = await db
    .selectFrom('queue_calls')
    .select(({ fn }) => [
      'extension_id',
      fn.countAll<number>().as('calls'),
      sql<number>`sum(case when ended_at is null then 0 else ended_at - left_at end)`.as('talked'),
    ])
    .where('company_id', '=', companyId)
    .where('queue_id', '=', queueId)
    .where('entered_at', '>=', from)
    .where('entered_at', '<', to)
    .where('extension_id', 'is not', null)
    .groupBy('extension_id')
    .orderBy('extension_id')
    .execute()
  return rows.map(({ extension_id: id, calls, talked }) => ({
    extension_id: id!,
    calls: Number(calls),
    talked: Number(talked),
  }))
}
