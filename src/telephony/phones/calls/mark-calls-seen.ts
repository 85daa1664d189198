import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull, readDate } from '../../../platform/clock.ts'
import type { Actor } from '../../identity/actor.ts'
import { type Contact, contactsTable } from '../../identity/contact.ts'
import { nullable } from '../../nullable.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { callsSeen } from './call-events.ts'

const SEEN_DESCRIPTION = 'The user has seen the calls that began until then.'

/** For users who have never looked at their calls: older ones are not new to them. */
const UNSEEN_MS = 7 * 86_400_000

export const SeenCallsSchema = Type.Object(
  { seen_until: nullable(Type.String({ description: `${SEEN_DESCRIPTION} Null: they have not looked.` })) },
  { additionalProperties: false },
)

export const SeenCallsInput = Type.Object(
  { seen_until: Type.String({ format: 'date', description: SEEN_DESCRIPTION }) },
  { additionalProperties: false },
)

export async function showSeenCalls(
  { database }: TelephonyPlatform,
  { contact }: Actor,
): Promise<Static<typeof SeenCallsSchema>> {
  return { seen_until: isoDateOrNull(await findSeenUntil(database.read, contact)) }
}

/** Never goes back, and never into the future: another device may have seen more, or its clock may be wrong. */
export async function markCallsSeen(
  { clock, transact }: TelephonyPlatform,
  { company, contact }: Actor,
  { seen_until: wanted }: Static<typeof SeenCallsInput>,
): Promise<Static<typeof SeenCallsSchema>> {
  return transact(company.id, async (tx) => {
    const before = await findSeenUntil(tx.db, contact)
    const seenUntil = Math.max(before ?? 0, Math.min(readDate(wanted)!, clock.now()))
    if (seenUntil !== before) {
      await contactsTable.update(tx.db, contact, { calls_seen_until: seenUntil })
      tx.announce(callsSeen(contact.id, seenUntil))
    }
    return { seen_until: isoDate(seenUntil) }
  })
}

/** Calls that began after this are new to the user. */
export async function unseenSince(db: TelephonyDb, contact: Contact, now: number): Promise<number> {
  return (await findSeenUntil(db, contact)) ?? now - UNSEEN_MS
}

/** Read from the database: a user in the cache may have seen less. */
async function findSeenUntil(db: TelephonyDb, { company_id, id }: Contact): Promise<number | null> {
  return (await contactsTable.find(db, { company_id, id }))?.calls_seen_until ?? null
}
