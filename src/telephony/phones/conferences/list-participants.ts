import { Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import { conferenceRooms } from '../call-routes/conference-rooms.ts'
import { conferenceCallsTable } from '../call-routes/room-tables.ts'
import { routeToShow } from '../routing/call-route-access.ts'
import { listModerators } from './conference-events.ts'

export const ParticipantSchema = Type.Object(
  {
    number: Type.String({ description: 'Empty: withheld.' }),
    name: Type.String(),
    is_moderator: Type.Boolean(),
    entered_at: Type.String(),
  },
  { additionalProperties: false },
)

/** For its moderators, owners and administrators. */
export async function roomToWatch(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<CallRoute> {
  const room = await routeToShow(platform, actor, conferenceRooms, params)
  const moderators = await listModerators(platform.database.read, room)
  const moderates = moderators.includes(actor.contact.id)
  requirePermission(actor, 'see who is in a conference', moderates ? actor.contact.id : null)
  return room
}

export async function listParticipants({ database }: TelephonyPlatform, { company_id, id }: CallRoute) {
  const rows = await conferenceCallsTable.list(database.read, { company_id, route_id: id })
  return rows.map(({ number, name: shown, is_moderator, entered_at }) => ({
    number,
    name: shown,
    is_moderator: is_moderator === 1,
    entered_at: isoDate(entered_at),
  }))
}
