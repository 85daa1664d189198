import type { Actor } from '../../identity/actor.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { findRecentSubjects } from './audit-store.ts'
import { type Change, recordChanges } from './record-change.ts'

/** Somebody who reads or hears something in parts has opened it once. */
const OPENED_INTERVAL_MS = 3_600_000

/** What somebody opens that is private to other people. */
export interface Openings {
  readonly action: Change['action']
  readonly ids: readonly string[]
  /** What the audit trail says about each; without it, nothing but the id. */
  describe?(db: TelephonyDb, ids: readonly string[]): Promise<ReadonlyMap<string, object>>
}

/** Whether an owner acts as the user: what is the user's own is not the owner's. */
export const isActingAsUser = ({ caller }: Actor): boolean =>
  caller.kind === 'person' && caller.owner !== null

/** Records in the audit trail that the actor opens what belongs to others, at most once an hour for each thing. */
export async function recordOpenings(
  { clock, database, transact }: TelephonyPlatform,
  actor: Actor,
  { action, ids, describe }: Openings,
): Promise<void> {
  // The Idempotency-Key is for the change that follows, if any.
  const { retryKey: _, ...author } = actor
  const { company, contact } = author
  if (ids.length === 0) return
  const findUnrecorded = async (db: TelephonyDb) => {
    const since = clock.now() - OPENED_INTERVAL_MS
    const filter = { action, contactId: contact.id, subjectIds: ids, since }
    const recent = await findRecentSubjects(db, company.id, filter)
    return ids.filter((id) => !recent.has(id))
  }
  if ((await findUnrecorded(database.read)).length === 0) return
  await transact(company.id, async (tx) => {
    const opened = await findUnrecorded(tx.db)
    const described = await describe?.(tx.db, opened)
    const changes = opened.map((id) => ({ action, id, before: null, after: described?.get(id) ?? null }))
    if (changes.length > 0) await recordChanges(tx, clock, author, changes)
  })
}
