import { runExclusive } from '../../../platform/run-exclusive.ts'
import type { Phones } from '../phones.ts'
import { planEmergencyFallback } from './plan-emergency-fallback.ts'
import { pbxTrunkOf } from './trunk.ts'
import { findFirstTrunks, listEnabledTrunks } from './trunk-store.ts'

/** Gives the PBX the trunks of the database. */
export async function syncTrunks(phones: Phones): Promise<void> {
  const { database, nodeId, pbx, secrets } = phones
  const { trunks } = pbx
  if (!trunks) return
  await runExclusive(`${nodeId} trunks`, async () => {
    const enabled = await listEnabledTrunks(database.read)
    const first = await findFirstTrunks(database.read)
    await trunks.replaceAll(
      enabled.map((trunk) => {
        const addresses = trunk.addresses.filter((address) => first.get(address) === trunk.id)
        return pbxTrunkOf(secrets, { ...trunk, addresses })
      }),
      await planEmergencyFallback(database.read, enabled),
    )
  })
}

/** After a change. If the PBX does not take it now, a job tries again; the state of the trunk stays unknown until then. */
export async function syncTrunksNow(phones: Phones): Promise<void> {
  await syncTrunks(phones).catch((error) =>
    phones.log.warn({ err: error }, 'the PBX did not take the trunks; trying again'),
  )
}
