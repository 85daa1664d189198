import { announceChanged } from '../../company/audit/record-change.ts'
import { findInstanceByDomain } from '../../company/instances/instance-store.ts'
import { findCompany } from '../../identity/company-store.ts'
import { objectIdAt } from '../../object-id.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallPlacedAlone } from '../pbx/pbx.ts'
import { callEnded } from './call-events.ts'
import { findCallByPbxId, insertCall, listParties, putParty } from './call-store.ts'
import { cdrView } from './cdr-view.ts'
import { partyAt } from './note-call.ts'

/** Adds a call to the history that the PBX has placed without us. It is reported until it is stored. */
export async function receiveCall(platform: TelephonyPlatform, event: CallPlacedAlone): Promise<void> {
  const { clock, database, transact } = platform
  const instance = await findInstanceByDomain(database.read, event.address.domain)
  const company = instance && (await findCompany(database.read, instance.company_id))
  if (!company) return event.remove()
  await transact(company.id, async (tx) => {
    if (await findCallByPbxId(tx.db, company.id, event.call)) return
    const { beganAt, answeredAt, called, outcome, result } = event
    const call = {
      company_id: company.id,
      // In its place among the others, which are listed by id.
      id: objectIdAt(beganAt),
      pbx_call_id: event.call,
      direction: 'internal',
      dialled: event.dialled,
      result,
      started_at: beganAt,
      answered_at: answeredAt ?? null,
      ended_at: event.endedAt ?? clock.now(),
      transferred_to: null,
      recording_size: null,
      recording_seconds: null,
    }
    await insertCall(tx.db, call)
    await putParty(tx.db, { ...(await partyAt(tx.db, company, call.id, event.address)), role: 'caller' })
    if (called) await putParty(tx.db, { ...(await partyAt(tx.db, company, call.id, called)), outcome })
    const parties = await listParties(tx.db, company.id, [call.id])
    announceChanged(tx, 'call', call.id)
    tx.announce(callEnded(company, cdrView(call, parties, company.public_id)))
  })
  await event.remove()
}
