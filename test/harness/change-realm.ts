import { type Realm, realmsTable } from '../../src/chat/identity/realms/realm.ts'
import { realmChanged } from '../../src/chat/identity/realms/realm-events.ts'
import type { RealmSettings } from '../../src/chat/identity/realms/realm-settings.ts'
import type { RealmsTable } from '../../src/chat/identity/realms/realms-table.ts'
import type { World } from './world.ts'

/** What an administrator of the demo organization would decide; the settings not named stay as they are. */
export async function changeRealmSettings(world: World, changes: Partial<RealmSettings>): Promise<void> {
  const realm = (await realmsTable.find(world.chat.database.read, { id: world.demo.realm.id }))!
  await changeRealm(world, realm, { settings: JSON.stringify({ ...realm.settings, ...changes }) })
}

export function changeRealm(
  world: Pick<World, 'chat'>,
  realm: Realm,
  change: Partial<Pick<RealmsTable, 'settings' | 'deactivated' | 'host'>>,
): Promise<void> {
  return world.chat.transact(realm.id, async (transaction) => {
    await transaction.db.updateTable('realms').set(change).where('id', '=', realm.id).execute()
    transaction.announce(realmChanged(realm.id))
  })
}
