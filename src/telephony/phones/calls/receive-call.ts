import { announceChanged } from '../../company/audit/record-change.ts'
import { objectIdAt } from '../../object-id.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallPlacedAlone } from '../pbx/pbx.ts'
import { callEnded, cdrView } from './call-events.ts'
import { putParty } from './call-store.ts'
import { callPartiesTable, callsTable } from './calls-table.ts'
import { announceEmergency, partyAt } from './note-call.ts'
import { companyOf, directionOf } from './outside-party.ts'

/** Adds a call to the history that the PBX has placed without us. It is reported until it is stored. */
export async function receiveCall(platform: TelephonyPlatform, event: CallPlacedAlone): Promise<void> {
  const { clock, database, transact } = platform
  const company = await companyOf(database.read, event.address)
  if (!company) return event.remove()
  await transact(company.id, async (tx) => {
    if (await callsTable.findBy(tx.db, { company_id: company.id, pbx_call_id: event.call })) return
    const { beganAt, answeredAt, called, outcome, result } = event
    const { isEmergency, ...way } = await directionOf(tx.db, company, event.address, event.dialled)
    const call = {
      company_id: company.id,
      // In its place among the others, which are listed by id.
      id: objectIdAt(beganAt),
      pbx_call_id: event.call,
      ...way,
      result,
      started_at: beganAt,
      answered_at: answeredAt ?? null,
      ended_at: event.endedAt ?? clock.now(),
      transferred_to: null,
      recording_size: null,
      recording_seconds: null,
      recording_state: null,
    }
    await callsTable.insert(tx.db, call)
    await putParty(tx.db, { ...(await partyAt(tx.db, company, call.id, event.address)), role: 'caller' })
    if (called) await putParty(tx.db, { ...(await partyAt(tx.db, company, call.id, called)), outcome })
    if (isEmergency) await announceEmergency(platform, tx, company, call)
    const parties = await callPartiesTable.list(tx.db, { company_id: company.id, call_id: call.id })
    announceChanged(tx, 'call', call.id)
    tx.announce(callEnded(company, cdrView(call, parties, company.public_id)))
  })
  await event.remove()
}
