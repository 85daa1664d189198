import { type RawBuilder, sql } from 'kysely'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { callPartiesTable } from './calls-table.ts'

/** Whether none of these users took part in the call whose id is in a column, also of those whose phones only rang. */
export const isCallOfOthers = (
  companyId: number,
  call: 'calls.id' | 'voicemail_messages.call_id',
  users: readonly string[],
): RawBuilder<boolean> =>
  users.length === 0
    ? sql<boolean>`1 = 1`
    : sql<boolean>`not exists (select 1 from call_parties where call_parties.company_id = ${companyId}
        and call_parties.call_id = ${sql.ref(call)} and call_parties.user_id in (${sql.join(users)}))`

export const isHeldCall = async (
  db: TelephonyDb,
  companyId: number,
  callId: string,
  held: readonly string[],
): Promise<boolean> =>
  held.length > 0 &&
  (await callPartiesTable.exists(db, { company_id: companyId, call_id: callId, user_id: held }))
