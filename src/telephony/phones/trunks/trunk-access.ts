import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { type TrunkView, trunkView } from './trunk-events.ts'
import { findTrunk, listTrunks } from './trunk-store.ts'

export async function showTrunks({ database }: TelephonyPlatform, { company }: Actor): Promise<TrunkView[]> {
  const trunks = await listTrunks(database.read, company.id)
  return trunks.map((trunk) => trunkView(trunk, company.public_id))
}

/** Checks that the actor may see it; whether they may change it is the row of the operation. Trunks of other companies are not found. */
export async function trunkToManage(
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<TrunkView> {
  const trunk = await findTrunk(database.read, actor.company.id, id)
  if (!trunk) throw notFound('There is no such trunk')
  requirePermission(actor, 'see trunks and numbers')
  return trunkView(trunk, actor.company.public_id)
}
