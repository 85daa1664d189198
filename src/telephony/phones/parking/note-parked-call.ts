import { announceChanged } from '../../company/audit/record-change.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { type CallRoute, callRoutesTable } from '../call-routes/call-route.ts'
import { type ParkedCallsTable, parkedCallsTable } from '../call-routes/parked-calls-table.ts'
import type { ParkedCallEvent } from '../pbx/pbx.ts'
import { pbxOfCall } from '../pbx/pbx-of-call.ts'
import { parkingUpdated } from './parking-events.ts'

/** Stores that a call was parked, or is no longer. An event that comes again changes nothing. */
export async function noteParkedCall(platform: TelephonyPlatform, event: ParkedCallEvent): Promise<void> {
  const { callerId, parkedBy } = event
  const row: ParkedCallsTable = {
    company_id: event.companyId,
    route_id: event.lotId,
    pbx_call_id: event.call,
    slot: event.slot,
    number: callerId.number,
    name: callerId.name,
    parked_by: String(parkedBy.number),
    parked_at: event.since,
    returns_at: event.returnsAt,
  }
  await changeLot(platform, row, event)
}

/** Removes calls that the PBX no longer has. */
export async function closeLostParkedCalls(
  platform: TelephonyPlatform,
  { pbx, calls }: { pbx?: string; calls: readonly string[] },
): Promise<void> {
  const alive = new Set(calls)
  for (const row of await parkedCallsTable.list(platform.database.read, {})) {
    if (pbxOfCall(row.pbx_call_id) !== pbx || alive.has(row.pbx_call_id)) continue
    await changeLot(platform, row, { state: 'ended' })
  }
}

async function changeLot(
  { transact }: TelephonyPlatform,
  row: ParkedCallsTable,
  { state, by }: Pick<ParkedCallEvent, 'state' | 'by'>,
): Promise<void> {
  const { company_id, route_id, pbx_call_id } = row
  await transact(company_id, async (tx: TelephonyTransaction) => {
    const lot: CallRoute | undefined = await callRoutesTable.find(tx.db, { company_id, id: route_id })
    // It may have been deleted.
    if (!lot) return
    const isNew =
      state === 'parked'
        ? await parkedCallsTable.insertIfAbsent(tx.db, row)
        : (await parkedCallsTable.removeWhere(tx.db, { company_id, route_id, pbx_call_id })) > 0
    if (!isNew) return
    announceChanged(tx, 'parked_call', route_id)
    tx.announce(parkingUpdated(lot, row, state, by))
  })
}
