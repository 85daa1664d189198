import { randomInt } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type ConferencePins, conferencePinsTable } from './room-tables.ts'

const PIN_DIGITS = 6

const newPin = () => String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')

/** A new room is closed to strangers. */
export async function makePins(
  db: TelephonyDb,
  secrets: Secrets,
  companyId: number,
  roomId: string,
): Promise<void> {
  const pin = newPin()
  let moderator_pin = newPin()
  while (moderator_pin === pin) moderator_pin = newPin()
  const pins_sealed = secrets.encrypt(JSON.stringify({ pin, moderator_pin }))
  await conferencePinsTable.put(db, { company_id: companyId, route_id: roomId, pins_sealed })
}

/** Empty, if the room has none. */
export async function openPins(
  db: TelephonyDb,
  secrets: Secrets,
  companyId: number,
  roomId: string,
): Promise<ConferencePins> {
  const row = await conferencePinsTable.find(db, { company_id: companyId, route_id: roomId })
  return row
    ? (JSON.parse(secrets.decrypt(row.pins_sealed)) as ConferencePins)
    : { pin: '', moderator_pin: '' }
}
