import { realmChanged } from '../../src/chat/realms/realm-events.ts'
import type { RealmSettings } from '../../src/chat/realms/realm-settings.ts'
import { findRealm, storeRealmSettings } from '../../src/chat/realms/realm-store.ts'
import type { World } from './world.ts'

/** What an administrator of the organization would decide; the settings not named stay as they are. */
export async function changeRealmSettings(world: World, changes: Partial<RealmSettings>): Promise<void> {
  const { id } = world.demo.realm
  await world.chat.transact(id, async (transaction) => {
    const { settings } = (await findRealm(transaction.db, id))!
    await storeRealmSettings(transaction.db, id, { ...settings, ...changes })
    transaction.announce(realmChanged(id))
  })
}
