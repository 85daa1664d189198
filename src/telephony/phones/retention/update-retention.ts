import type { Static } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { findRetention } from './phone-retention-store.ts'
import { phoneRetentionTable } from './phone-retention-table.ts'
import { type RetentionPatch, type RetentionView, retentionView } from './retention-view.ts'

export async function showRetention(
  { database }: TelephonyPlatform,
  { company }: Actor,
): Promise<RetentionView> {
  return retentionView(await findRetention(database.read, company.id))
}

export async function updateRetention(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  { applied_at: _ignored, ...patch }: Static<typeof RetentionPatch>,
): Promise<RetentionView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const stored = await findRetention(tx.db, company.id)
    // The next run applies it.
    const changed = { ...stored, ...patch, applied_at: null }
    await phoneRetentionTable.put(tx.db, changed)
    const [before, after] = [retentionView(stored), retentionView(changed)]
    await recordChange(tx, clock, actor, {
      action: 'retention.updated',
      id: company.public_id,
      before,
      after,
    })
    return after
  })
}
