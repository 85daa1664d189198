import type { TelephonyDb } from '../../telephony-platform.ts'
import type { CallsTable } from '../calls/calls-table.ts'
import type { VoicemailTable } from '../voicemail/voicemail-table.ts'
import type { PhoneRetentionTable } from './phone-retention-table.ts'

export async function findRetention(db: TelephonyDb, companyId: number): Promise<PhoneRetentionTable> {
  const row = await db
    .selectFrom('phone_retention')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? { company_id: companyId, calls_days: null, voicemail_days: null }
}

export async function listRetentions(db: TelephonyDb): Promise<PhoneRetentionTable[]> {
  return db.selectFrom('phone_retention').selectAll().orderBy('company_id').execute()
}

export async function putRetention(db: TelephonyDb, retention: PhoneRetentionTable): Promise<void> {
  const { company_id: _, ...values } = retention
  await db
    .insertInto('phone_retention')
    .values(retention)
    .onConflict((on) => on.column('company_id').doUpdateSet(values))
    .execute()
}

/** Calls that ended before then, oldest first. */
export async function listCallsEndedBefore(
  db: TelephonyDb,
  companyId: number,
  before: number,
  limit: number,
): Promise<Pick<CallsTable, 'id' | 'recording_size'>[]> {
  return db
    .selectFrom('calls')
    .select(['id', 'recording_size'])
    .where('company_id', '=', companyId)
    .where('started_at', '<', before)
    .where('ended_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function deleteCalls(db: TelephonyDb, companyId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('call_parties')
    .where('company_id', '=', companyId)
    .where('call_id', 'in', ids)
    .execute()
  await db.deleteFrom('calls').where('company_id', '=', companyId).where('id', 'in', ids).execute()
}

/** Messages from before then, oldest first. */
export async function listVoicemailBefore(
  db: TelephonyDb,
  companyId: number,
  before: number,
  limit: number,
): Promise<VoicemailTable[]> {
  return db
    .selectFrom('voicemail_messages')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
}
