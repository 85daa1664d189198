import { lookup } from 'node:dns/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Phones } from '../phones.ts'
import { syncTrunks } from './sync-trunks.ts'
import type { Trunk } from './trunk.ts'
import { listEnabledTrunks, putRegisteredAddresses } from './trunk-store.ts'
import { trunkAddressesTable } from './trunks-table.ts'

/**
 * Many providers call without the address that we have registered. So a trunk that is registered also has the addresses
 * of its host, by the rules for addresses that companies share. They are looked up again now and then.
 */
export async function recognizeProviders(phones: Phones): Promise<void> {
  let hasChanged = false
  for (const trunk of await listEnabledTrunks(phones.database.read)) {
    if (trunk.kind !== 'registration' || trunk.state !== 'registered') continue
    hasChanged = (await recognizeProvider(phones, trunk)) || hasChanged
  }
  if (hasChanged) await syncTrunks(phones)
}

async function recognizeProvider(
  { clock, database, transact }: Phones,
  { company_id: companyId, id, host }: Trunk,
): Promise<boolean> {
  const found = await lookup(host, { all: true }).catch(() => [])
  const addresses = [...new Set(found.map(({ address }) => address))].sort()
  // A name that does not resolve now keeps its addresses.
  if (addresses.length === 0) return false
  const read = () =>
    trunkAddressesTable.list(database.read, { company_id: companyId, trunk_id: id }, ['address'])
  const known = (await read()).map(({ address }) => address).sort()
  if (isDeepStrictEqual(known, addresses)) return false
  await transact(companyId, async ({ db }) => {
    const trunk = (await listEnabledTrunks(db)).find((one) => one.id === id)
    if (trunk?.kind !== 'registration' || trunk.host !== host || trunk.state !== 'registered') return
    await putRegisteredAddresses(db, { ...trunk, updated_at: clock.now() }, addresses)
  })
  return !isDeepStrictEqual((await read()).map(({ address }) => address).sort(), known)
}
