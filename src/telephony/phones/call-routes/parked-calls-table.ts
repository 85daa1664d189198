import type { TelephonyDb } from '../../telephony-platform.ts'
import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    parked_calls: ParkedCallsTable
  }
}

/** A call that waits in a parking lot now. */
export interface ParkedCallsTable {
  company_id: number
  route_id: string
  /** the PBX's id of the call */
  pbx_call_id: string
  slot: number
  number: string
  name: string
  /** the number of the extension that parked it */
  parked_by: string
  parked_at: number
  returns_at: number
}

export const parkedCallsTable = table('parked_calls', ['company_id', 'route_id', 'pbx_call_id'], {
  orderBy: ['slot', 'pbx_call_id'],
})

/** Removes what belongs to a parking lot that is deleted. */
export async function forgetParkedCalls(db: TelephonyDb, companyId: number, routeId: string): Promise<void> {
  await parkedCallsTable.removeWhere(db, { company_id: companyId, route_id: routeId })
}
