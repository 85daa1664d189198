import { isActingAsUser, recordOpenings } from '../../../company/audit/record-openings.ts'
import type { Actor } from '../../../identity/actor.ts'
import { viewerOf } from '../../../identity/permissions.ts'
import { notFound } from '../../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import type { HearsCall } from '../call-events.ts'
import { type CallsTable, callPartiesTable, callsTable } from '../calls-table.ts'
import { hasTalked } from '../has-talked.ts'
import { findCompanyRecordingRules } from './recording-rules.ts'

export interface RecordedCallRow extends CallsTable {
  readonly recording_size: number
}

/** The owner hears all recordings, others by the rules of the company: of their own calls, or as administrators. */
export async function hearsCalls(db: TelephonyDb, actor: Actor): Promise<HearsCall> {
  const viewer = viewerOf(actor, 'see calls and hear recordings')
  if (viewer === undefined) return () => true
  const rules = await findCompanyRecordingRules(db, actor.company.id)
  if (rules.administrators_listen === 1 && isAdministrator(actor)) return () => true
  return (parties) => rules.participants_listen === 1 && hasTalked(parties, viewer)
}

/** An administrator finds the calls of others only among the recorded ones. */
export async function mayHearAll(db: TelephonyDb, actor: Actor): Promise<boolean> {
  const rules = await findCompanyRecordingRules(db, actor.company.id)
  return rules.administrators_listen === 1 && isAdministrator(actor)
}

const isAdministrator = ({ caller }: Actor) => caller.kind === 'person' && caller.role === 'administrator'

/** Other recordings are not found. The audit trail has those of other people. */
export async function recordingToHear(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<RecordedCallRow> {
  const call = await visibleRecording(platform.database.read, actor, id)
  await recordOpening(platform, actor, id)
  return call
}

export async function visibleRecording(db: TelephonyDb, actor: Actor, id: string): Promise<RecordedCallRow> {
  const companyId = actor.company.id
  const call = await callsTable.find(db, { company_id: companyId, id })
  const hears = await hearsCalls(db, actor)
  const parties = await callPartiesTable.list(db, { company_id: companyId, call_id: id })
  if (call?.recording_size == null || !hears(parties)) throw notFound('There is no such recording')
  return { ...call, recording_size: call.recording_size }
}

async function recordOpening(platform: TelephonyPlatform, actor: Actor, id: string): Promise<void> {
  const parties = await callPartiesTable.list(platform.database.read, {
    company_id: actor.company.id,
    call_id: id,
  })
  if (hasTalked(parties, actor.contact.id) && !isActingAsUser(actor)) return
  await recordOpenings(platform, actor, { action: 'call.recording_opened', ids: [id] })
}
