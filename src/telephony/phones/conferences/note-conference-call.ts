import { announceChanged } from '../../company/audit/record-change.ts'
import { companiesTable } from '../../identity/company.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { type CallRoute, callRoutesTable } from '../call-routes/call-route.ts'
import { conferenceCallsTable } from '../call-routes/room-tables.ts'
import type { ConferenceCallEvent } from '../pbx/pbx.ts'
import { pbxOfCall } from '../pbx/pbx-of-call.ts'
import { conferenceUpdated } from './conference-events.ts'

/** Stores that somebody has come into a room or left it. An event that comes again changes nothing. */
export async function noteConferenceCall(
  platform: TelephonyPlatform,
  event: ConferenceCallEvent,
): Promise<void> {
  const { companyId, roomId, call, callerId, isModerator, since, state } = event
  await changeRoom(platform, companyId, roomId, async ({ db }) => {
    const key = { company_id: companyId, route_id: roomId, pbx_call_id: call }
    if (state === 'left') return (await conferenceCallsTable.removeWhere(db, key)) > 0
    const { number, name } = callerId
    const row = { ...key, number, name, is_moderator: Number(isModerator), entered_at: since }
    return conferenceCallsTable.insertIfAbsent(db, row)
  })
}

/** Removes calls that the PBX no longer has. */
export async function closeLostConferenceCalls(
  platform: TelephonyPlatform,
  { pbx, calls }: { pbx?: string; calls: readonly string[] },
): Promise<void> {
  const alive = new Set(calls)
  for (const row of await conferenceCallsTable.list(platform.database.read, {})) {
    if (pbxOfCall(row.pbx_call_id) !== pbx || alive.has(row.pbx_call_id)) continue
    await changeRoom(
      platform,
      row.company_id,
      row.route_id,
      async ({ db }) => (await conferenceCallsTable.removeWhere(db, row)) > 0,
    )
  }
}

/** `change` returns whether it has changed anything. */
async function changeRoom(
  { database, transact }: TelephonyPlatform,
  companyId: number,
  roomId: string,
  change: (tx: TelephonyTransaction) => Promise<boolean>,
): Promise<void> {
  const company = await companiesTable.find(database.read, { id: companyId })
  if (!company) return
  await transact(companyId, async (tx) => {
    const room: CallRoute | undefined = await callRoutesTable.find(tx.db, {
      company_id: companyId,
      id: roomId,
    })
    // It may have been deleted.
    if (!room || !(await change(tx))) return
    announceChanged(tx, 'conference_call', roomId)
    tx.announce(await conferenceUpdated(tx.db, company, room))
  })
}
