import { sql } from 'kysely'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { queueCallsTable } from '../call-routes/queue-tables.ts'
import { type CallsTable, callPartiesTable, callsTable } from '../calls/calls-table.ts'
import { isCallOfOthers } from '../calls/legal-hold-store.ts'
import { isVoicemailOfOthers } from '../voicemail/legal-hold-store.ts'
import type { VoicemailTable } from '../voicemail/voicemail-table.ts'
import { type PhoneRetentionTable, phoneRetentionTable } from './phone-retention-table.ts'

export async function findRetention(db: TelephonyDb, companyId: number): Promise<PhoneRetentionTable> {
  const row = await phoneRetentionTable.find(db, { company_id: companyId })
  return (
    row ?? {
      company_id: companyId,
      calls_days: null,
      voicemail_days: null,
      recordings_days: null,
      texts_days: null,
      faxes_days: null,
      applied_at: null,
    }
  )
}

/** Calls that ended before then, oldest first; none in which a held user took part. */
export async function listCallsEndedBefore(
  db: TelephonyDb,
  companyId: number,
  before: number,
  held: readonly string[],
  limit: number,
): Promise<Pick<CallsTable, 'id' | 'recording_size'>[]> {
  return db
    .selectFrom('calls')
    .select(['id', 'recording_size'])
    .where('company_id', '=', companyId)
    .where('started_at', '<', before)
    .where('ended_at', '<', before)
    .where(isCallOfOthers(companyId, 'calls.id', held))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The same for calls that have a recording. */
export async function listRecordedBefore(
  db: TelephonyDb,
  companyId: number,
  before: number,
  held: readonly string[],
  limit: number,
): Promise<Pick<CallsTable, 'id'>[]> {
  return db
    .selectFrom('calls')
    .select('id')
    .where('company_id', '=', companyId)
    .where('recording_size', 'is not', null)
    .where('started_at', '<', before)
    .where('ended_at', '<', before)
    .where(isCallOfOthers(companyId, 'calls.id', held))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The calls of queues, from which their statistics are made, oldest first. */
export async function deleteQueueCallsBefore(
  db: TelephonyDb,
  companyId: number,
  before: number,
  held: readonly string[],
  limit: number,
): Promise<void> {
  const old = await db
    .selectFrom('queue_calls')
    .select('id')
    .where('company_id', '=', companyId)
    .where('ended_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('calls')
            .select('calls.id')
            .whereRef('calls.company_id', '=', 'queue_calls.company_id')
            .whereRef('calls.pbx_call_id', '=', 'queue_calls.pbx_call_id')
            .where(sql<boolean>`not (${isCallOfOthers(companyId, 'calls.id', held)})`),
        ),
      ),
    )
    .orderBy('ended_at')
    .limit(limit)
    .execute()
  await queueCallsTable.removeWhere(db, { company_id: companyId, id: old.map(({ id }) => id) })
}

export async function deleteCalls(db: TelephonyDb, companyId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await callPartiesTable.removeWhere(db, { company_id: companyId, call_id: ids })
  await callsTable.removeWhere(db, { company_id: companyId, id: ids })
}

/** Messages from before then, oldest first; none that is held. */
export async function listVoicemailBefore(
  db: TelephonyDb,
  companyId: number,
  before: number,
  held: readonly string[],
  limit: number,
): Promise<VoicemailTable[]> {
  return db
    .selectFrom('voicemail_messages')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('created_at', '<', before)
    .where(isVoicemailOfOthers(companyId, held))
    .orderBy('id')
    .limit(limit)
    .execute()
}
