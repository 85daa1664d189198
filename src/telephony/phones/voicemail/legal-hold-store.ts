import { type RawBuilder, sql } from 'kysely'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { isCallOfOthers, isHeldCall } from '../calls/legal-hold-store.ts'
import type { VoicemailTable } from './voicemail-table.ts'

/** Whether the message in `voicemail_messages` was neither for these users nor left by one of them. */
export const isVoicemailOfOthers = (companyId: number, users: readonly string[]): RawBuilder<boolean> =>
  users.length === 0
    ? sql<boolean>`1 = 1`
    : sql<boolean>`coalesce(voicemail_messages.user_id, '') not in (${sql.join(users)})
        and ${isCallOfOthers(companyId, 'voicemail_messages.call_id', users)}`

export async function isHeldVoicemail(
  db: TelephonyDb,
  { company_id: companyId, user_id: userId, call_id: callId }: VoicemailTable,
  held: readonly string[],
): Promise<boolean> {
  if (userId !== null && held.includes(userId)) return true
  return callId !== null && (await isHeldCall(db, companyId, callId, held))
}
