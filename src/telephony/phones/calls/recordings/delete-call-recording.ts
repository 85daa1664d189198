import { recordChange } from '../../../company/audit/record-change.ts'
import type { Actor } from '../../../identity/actor.ts'
import { underLegalHold } from '../../../legal-holds.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { type CdrView, cdrView } from '../call-events.ts'
import { markRecorded } from '../call-store.ts'
import { callPartiesTable } from '../calls-table.ts'
import { isHeldCall } from '../legal-hold-store.ts'
import { placeOfCallRecording } from './receive-call-recording.ts'
import { visibleRecording } from './recording-access.ts'

/** The call stays in the history, without its recording. */
export async function deleteCallRecording(
  { clock, contents, legalHolds, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<CdrView> {
  const { company } = actor
  const held = await legalHolds.heldUsers(company.id)
  const view = await transact(company.id, async (tx) => {
    const call = await visibleRecording(tx.db, actor, id)
    if (await isHeldCall(tx.db, company.id, id, held)) throw underLegalHold('This recording is')
    const parties = await callPartiesTable.list(tx.db, { company_id: company.id, call_id: id })
    await markRecorded(tx.db, company.id, id, null)
    const before = cdrView(call, parties, company.public_id)
    const after = { ...before, recording: null }
    await recordChange(tx, clock, actor, { action: 'call.recording_deleted', id, before, after })
    return after
  })
  await contents.remove(placeOfCallRecording(company, id))
  return view
}
