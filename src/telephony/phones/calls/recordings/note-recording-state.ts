import { instancesTable } from '../../../company/instances/instances-table.ts'
import { companiesTable } from '../../../identity/company.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import { extensionsTable } from '../../extensions/extension.ts'
import type { RecordingState } from '../../pbx/pbx.ts'
import { callsTable } from '../calls-table.ts'
import { recordingUpdated } from './recording-events.ts'

/** A call that nobody records is not paused either. */
async function noteState(db: TelephonyDb, companyId: number, state: RecordingState): Promise<void> {
  const call = { company_id: companyId, pbx_call_id: state.call, ended_at: null }
  if (state.hasEnded) await callsTable.updateWhere(db, call, { recording_state: 'ended' })
  else if (state.isRecording) await callsTable.updateWhere(db, call, { recording_state: 'recording' })
  else
    await callsTable.updateWhere(db, { ...call, recording_state: 'recording' }, { recording_state: 'paused' })
}

/** Stores and announces that a call is recorded, or no longer. */
export async function noteRecordingState(
  { database, transact }: TelephonyPlatform,
  state: RecordingState,
): Promise<void> {
  const { domain, number } = state.address
  const instance = await instancesTable.findBy(database.read, { domain })
  const company = instance && (await companiesTable.find(database.read, { id: instance.company_id }))
  if (!instance || !company) return
  await transact(company.id, async (tx) => {
    const extension = await extensionsTable.findBy(tx.db, {
      company_id: company.id,
      instance_uuid: instance.uuid,
      number,
    })
    await noteState(tx.db, company.id, state)
    if (extension) tx.announce(recordingUpdated(company, extension, state))
  })
}
