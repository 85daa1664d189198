import type { TelephonyDb } from '../../telephony-platform.ts'
import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    queue_calls: QueueCallsTable
    queue_agents: QueueAgentsTable
    queue_schedules: QueueSchedulesTable
  }
}

/** A row is written when a caller comes into line. Several if a call comes into line several times. */
export interface QueueCallsTable {
  company_id: number
  id: string
  queue_id: string
  /** the PBX's id of the call */
  pbx_call_id: string
  /** of the caller */
  number: string
  name: string
  entered_at: number
  /** The caller has hung up, and keeps the place in line: 0 or 1. */
  is_callback: number
  /** when the caller left the line; null: waits */
  left_at: number | null
  /** see `QueueOutcome`; null: waits */
  outcome: string | null
  /** the extension of the agent who answered */
  extension_id: string | null
  /** when the agent was free again; the same as `left_at` if nobody answered */
  ended_at: number | null
}

/** Who is signed in. An agent without a row is not. */
export interface QueueAgentsTable {
  company_id: number
  queue_id: string
  extension_id: string
  /** 0 or 1 */
  is_signed_in: number
  changed_at: number
}

/** Whether the schedule of a queue was open when we looked last: agents are signed in and out when that changes. */
export interface QueueSchedulesTable {
  company_id: number
  queue_id: string
  /** 0 or 1 */
  is_open: number
}

export const queueCallsTable = table('queue_calls', ['company_id', 'id'], { orderBy: ['entered_at', 'id'] })
export const queueAgentsTable = table('queue_agents', ['company_id', 'queue_id', 'extension_id'])
export const queueSchedulesTable = table('queue_schedules', ['company_id', 'queue_id'])

/** Removes what belongs to a queue that is deleted. */
export async function forgetQueue(db: TelephonyDb, companyId: number, queueId: string): Promise<void> {
  const match = { company_id: companyId, queue_id: queueId }
  await queueCallsTable.removeWhere(db, match)
  await queueAgentsTable.removeWhere(db, match)
  await queueSchedulesTable.removeWhere(db, match)
}
