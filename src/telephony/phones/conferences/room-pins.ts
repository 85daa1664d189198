import { timingSafeEqual } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { invalidField } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import { conferenceRooms } from '../call-routes/conference-rooms.ts'
import { openPins } from '../call-routes/make-pins.ts'
import { conferencePinsTable } from '../call-routes/room-tables.ts'
import type { ConferencePlan } from '../pbx/flow/call-plan.ts'
import { routeToShow } from '../routing/call-route-access.ts'
import { createWrongPins } from '../voicemail/by-phone/open-mailbox.ts'

const pin = (description: string) =>
  Type.String({ pattern: '^(\\d{4,12})?$', title: '4 to 12 digits, or empty', description })

export const ConferencePinsSchema = Type.Object(
  {
    pin: pin('Of participants. Empty: they need none.'),
    moderator_pin: pin('Of moderators. Empty: nobody moderates by a PIN.'),
  },
  { additionalProperties: false },
)

export type PinsView = Static<typeof ConferencePinsSchema>

/** Callers who try PINs are strangers, from wherever. */
const WRONG_PINS_MS = 15 * 60_000

/** For people who may see the PINs of a room. */
export async function roomWithPins(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<CallRoute> {
  const room = await routeToShow(platform, actor, conferenceRooms, params)
  requirePermission(actor, 'see and choose PINs of conference rooms')
  return room
}

export async function showPins({ database, secrets }: TelephonyPlatform, room: CallRoute): Promise<PinsView> {
  return openPins(database.read, secrets, room.company_id, room.id)
}

export async function setPins(
  { clock, secrets, transact }: TelephonyPlatform,
  actor: Actor,
  { company_id, id }: CallRoute,
  pins: PinsView,
): Promise<PinsView> {
  if (pins.pin !== '' && pins.pin === pins.moderator_pin) {
    throw invalidField('/moderator_pin', 'must differ from the PIN of participants')
  }
  return transact(company_id, async (tx) => {
    const before = await openPins(tx.db, secrets, company_id, id)
    const key = { company_id, route_id: id }
    // Without any, nobody is asked.
    if (pins.pin === '' && pins.moderator_pin === '') await conferencePinsTable.remove(tx.db, key)
    else await conferencePinsTable.put(tx.db, { ...key, pins_sealed: secrets.encrypt(JSON.stringify(pins)) })
    await recordChange(tx, clock, actor, { action: 'conference.pins_updated', id, before, after: pins })
    return pins
  })
}

interface Doors {
  readonly read: TelephonyDb
  readonly secrets: Secrets
  readonly clock: Clock
}

/** Opens rooms for callers by their PINs. After ten wrong ones, the right one is refused, too, for a while. */
export function createConferenceDoors({ read, secrets, clock }: Doors) {
  const wrongPins = createWrongPins(clock, WRONG_PINS_MS)
  return {
    /** Whether the PIN is that of the moderators; undefined if it is wrong. Without a PIN, `#` alone is enough. */
    async open({ companyId, roomId }: ConferencePlan, given: string): Promise<boolean | undefined> {
      const pins = await openPins(read, secrets, companyId, roomId)
      const isBlocked = wrongPins.isBlocked(roomId)
      if (!isBlocked && pins.moderator_pin !== '' && isEqual(given, pins.moderator_pin)) return true
      if (!isBlocked && isEqual(given, pins.pin)) return false
      wrongPins.count(roomId)
      return undefined
    },
  }
}

function isEqual(...texts: readonly [string, string]): boolean {
  const [one, other] = texts.map((text) => Buffer.from(text)) as [Buffer, Buffer]
  return one.length === other.length && timingSafeEqual(one, other)
}
