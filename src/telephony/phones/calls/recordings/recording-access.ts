import type { Actor } from '../../../identity/actor.ts'
import { viewerOf } from '../../../identity/permissions.ts'
import { notFound } from '../../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import { type CallsTable, callPartiesTable, callsTable } from '../calls-table.ts'
import { hasTalked } from '../has-talked.ts'

export interface RecordedCallRow extends CallsTable {
  readonly recording_size: number
}

/** For the people who talked and the owner. Other recordings are not found. */
export const recordingToHear = (
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<RecordedCallRow> => visibleRecording(database.read, actor, id)

export async function visibleRecording(db: TelephonyDb, actor: Actor, id: string): Promise<RecordedCallRow> {
  const companyId = actor.company.id
  const call = await callsTable.find(db, { company_id: companyId, id })
  const viewer = viewerOf(actor, 'see calls and hear recordings')
  const isForViewer = async () =>
    viewer === undefined ||
    hasTalked(await callPartiesTable.list(db, { company_id: companyId, call_id: id }), viewer)
  if (call?.recording_size == null || !(await isForViewer())) {
    throw notFound('There is no such recording')
  }
  return { ...call, recording_size: call.recording_size }
}
