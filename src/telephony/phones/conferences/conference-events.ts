import { type Static, Type } from '@sinclair/typebox'
import type { Company } from '../../identity/company.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import type { ConferenceSettings } from '../call-routes/conference-rooms.ts'
import { conferenceCallsTable } from '../call-routes/room-tables.ts'
import { extensionsTable } from '../extensions/extension.ts'

export const ConferenceUpdatedSchema = Type.Object(
  {
    conference_id: Type.String(),
    pbx: Type.String({ description: 'The uuid of the instance.' }),
    number: Type.Integer(),
    participants: Type.Integer({ description: 'How many people are in the room.' }),
  },
  { additionalProperties: false },
)

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'conference.updated': Static<typeof ConferenceUpdatedSchema>
  }
}

/** The users of the extensions that moderate a room. */
export async function listModerators(db: TelephonyDb, room: CallRoute): Promise<string[]> {
  const { moderators } = room.settings as ConferenceSettings
  if (moderators.length === 0) return []
  const { company_id, instance_uuid } = room
  const number = moderators.filter((one) => /^[1-9]\d{1,5}$/.test(one)).map(Number)
  const extensions = await extensionsTable.list(db, { company_id, instance_uuid, number })
  return extensions.flatMap(({ user_id: id }) => id ?? [])
}

/** Somebody has come into a room or left it. For its moderators and the owner. */
export async function conferenceUpdated(
  db: TelephonyDb,
  company: Company,
  room: CallRoute,
): Promise<NewTelephonyEvent<'conference.updated'>> {
  const { id: conference_id, instance_uuid: pbx, number } = room
  const participants = await conferenceCallsTable.count(db, { company_id: company.id, route_id: room.id })
  const contacts = new Set([company.primary_contact_id, ...(await listModerators(db, room))])
  return {
    type: 'conference.updated',
    audience: { to: 'contacts', contacts: [...contacts] },
    payload: { conference_id, pbx, number, participants },
  }
}
