import type { TelephonyDb } from '../../telephony-platform.ts'
import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    conference_pins: ConferencePinsTable
    conference_calls: ConferenceCallsTable
  }
}

/** The PINs of a conference room. */
export interface ConferencePinsTable {
  company_id: number
  route_id: string
  /** JSON of `ConferencePins`, encrypted */
  pins_sealed: string
}

/** Who is in a conference room now. */
export interface ConferenceCallsTable {
  company_id: number
  route_id: string
  /** the PBX's id of the call */
  pbx_call_id: string
  number: string
  name: string
  is_moderator: number
  entered_at: number
}

/** Empty: none is needed, or nobody moderates by PIN. */
export interface ConferencePins {
  readonly pin: string
  readonly moderator_pin: string
}

export const conferencePinsTable = table('conference_pins', ['company_id', 'route_id'])

export const conferenceCallsTable = table('conference_calls', ['company_id', 'route_id', 'pbx_call_id'], {
  orderBy: ['entered_at', 'pbx_call_id'],
})

/** Removes what belongs to a room that is deleted. */
export async function forgetRoom(db: TelephonyDb, companyId: number, routeId: string): Promise<void> {
  const match = { company_id: companyId, route_id: routeId }
  await conferencePinsTable.removeWhere(db, match)
  await conferenceCallsTable.removeWhere(db, match)
}
