import { sql } from 'kysely'
import { readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type CallPartiesTable, type CallsTable, callPartiesTable, callsTable } from './calls-table.ts'

/** null: there is no recording any more. */
export async function markRecorded(
  db: TelephonyDb,
  companyId: number,
  id: string,
  recording: { size: number; seconds: number } | null,
): Promise<void> {
  await callsTable.update(
    db,
    { company_id: companyId, id },
    { recording_size: recording?.size ?? null, recording_seconds: recording?.seconds ?? null },
  )
}

/** Whether a company (by its public id) has a recording of this call. */
export async function isRecordingOfCompany(db: TelephonyDb, company: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('calls')
    .innerJoin('companies', 'companies.id', 'calls.company_id')
    .select('calls.id')
    .where('companies.public_id', '=', company)
    .where('calls.id', '=', id)
    .where('calls.recording_size', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the call if this ended it; undefined if it is unknown or had ended before. */
export async function endCallRow(
  db: TelephonyDb,
  companyId: number,
  pbxCallId: string,
  end: { result: string; ended_at: number },
): Promise<CallsTable | undefined> {
  return db
    .updateTable('calls')
    .set({ ...end, recording_state: null })
    .where('company_id', '=', companyId)
    .where('pbx_call_id', '=', pbxCallId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Adds a party after the others. If it is one already, its outcome changes. */
export async function putParty(db: TelephonyDb, party: CallPartiesTable): Promise<void> {
  const { company_id: companyId, call_id: callId } = party
  const others = await callPartiesTable.list(db, { company_id: companyId, call_id: callId })
  await db
    .insertInto('call_parties')
    .values({ ...party, position: others.length })
    .onConflict((on) =>
      on.columns(['company_id', 'call_id', 'role', 'address']).doUpdateSet({ outcome: party.outcome }),
    )
    .execute()
}

export interface CallFilter {
  /** a party of the call */
  userId?: string | undefined
  extensionId?: string | undefined
  /** rang at an extension of this user, and nobody answered */
  missedBy?: string | undefined
  /** has a recording */
  recorded?: boolean | undefined
  /** dialled, or of a party */
  number?: string | undefined
  direction?: string | undefined
  /** null: in progress */
  result?: string | null | undefined
  from?: number | undefined
  /** began later than this */
  after?: number | undefined
  to?: number | undefined
}

/** Newest first. */
export async function listCalls(
  db: TelephonyDb,
  companyId: number,
  filter: CallFilter,
  page: Page,
): Promise<PageOf<CallsTable>> {
  return readPage(callsOf(db, companyId, filter).orderBy('id', 'desc'), page)
}

/** The next ones after a call, newest first. */
export async function listCallsBefore(
  db: TelephonyDb,
  companyId: number,
  filter: CallFilter,
  before: string | undefined,
  limit: number,
): Promise<CallsTable[]> {
  let query = callsOf(db, companyId, filter)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

function callsOf(db: TelephonyDb, companyId: number, filter: CallFilter) {
  const { userId, extensionId, missedBy, number, direction, result, from, after, to } = filter
  const has = (column: 'user_id' | 'extension_id' | 'number', value: string) =>
    sql<boolean>`exists (select 1 from call_parties where call_parties.company_id = calls.company_id
      and call_parties.call_id = calls.id and ${sql.ref(`call_parties.${column}`)} = ${value})`
  let query = db.selectFrom('calls').selectAll().where('company_id', '=', companyId)
  if (userId !== undefined) query = query.where(has('user_id', userId))
  if (extensionId !== undefined) query = query.where(has('extension_id', extensionId))
  if (missedBy !== undefined)
    query = query
      .where('answered_at', 'is', null)
      .where('ended_at', 'is not', null)
      .where(
        sql<boolean>`exists (select 1 from call_parties where call_parties.company_id = calls.company_id
          and call_parties.call_id = calls.id and call_parties.role = 'called' and call_parties.outcome <> 'blocked'
          and call_parties.user_id = ${missedBy})`,
      )
  if (filter.recorded) query = query.where('recording_size', 'is not', null)
  if (number !== undefined)
    query = query.where(({ or, eb }) => or([eb('dialled', '=', number), has('number', number)]))
  if (direction !== undefined) query = query.where('direction', '=', direction)
  if (result === null) query = query.where('result', 'is', null)
  else if (result !== undefined) query = query.where('result', '=', result)
  if (from !== undefined) query = query.where('started_at', '>=', from)
  if (after !== undefined) query = query.where('started_at', '>', after)
  if (to !== undefined) query = query.where('started_at', '<=', to)
  return query
}
