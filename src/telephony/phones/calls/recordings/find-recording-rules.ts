import { findInstanceByDomain } from '../../../company/instances/instance-store.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import { completeData } from '../../extension-data/extension-data.ts'
import { findExtensionByNumber } from '../../extensions/extension-store.ts'
import type { PbxAddress } from '../../pbx/pbx.ts'
import { decideRecording } from './decide-recording.ts'

/** What the settings say about recording a call between two extensions at this moment. */
export interface RecordingRules {
  /** from its beginning */
  readonly always: boolean
  /** by `*1`: who may begin and end it, and who may also end what the settings have begun */
  readonly onDemand: Readonly<Record<'caller' | 'callee', OnDemand>>
}

export type OnDemand = 'disabled' | 'enabled' | 'override'

export async function findRecordingRules(
  db: TelephonyDb,
  caller: PbxAddress,
  callee: PbxAddress,
): Promise<RecordingRules> {
  const [from, to] = [await settingsOf(db, caller), await settingsOf(db, callee)]
  if (!from || !to) return { always: false, onDemand: { caller: 'disabled', callee: 'disabled' } }
  return {
    always: decideRecording(
      { wish: String(from.recording_out_internal), priority: Number(from.recording_priority) },
      { wish: String(to.recording_in_internal), priority: Number(to.recording_priority) },
    ),
    onDemand: {
      caller: from.recording_ondemand as OnDemand,
      callee: to.recording_ondemand as OnDemand,
    },
  }
}

async function settingsOf(db: TelephonyDb, { domain, number }: PbxAddress) {
  const instance = await findInstanceByDomain(db, domain)
  const extension = instance && (await findExtensionByNumber(db, instance.company_id, instance.uuid, number))
  return extension && completeData(extension.number, extension.name, extension.data)
}
