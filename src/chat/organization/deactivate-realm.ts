import type { ChatPlatform } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { realmChanged } from '../identity/realms/realm-events.ts'
import { storeRealmState } from '../identity/realms/realm-store.ts'
import { endSessionsOfRealm } from '../identity/sessions/end-sessions.ts'

/** Nobody can sign in or use an API key any more, and everybody is signed out. All data stays. */
export function deactivateRealm(chat: ChatPlatform, { id }: Realm): Promise<void> {
  return chat.transact(id, async (transaction) => {
    await storeRealmState(transaction.db, id, 'deactivated')
    await endSessionsOfRealm(transaction, id)
    transaction.announce(realmChanged(id))
  })
}

/** API keys work again; people sign in again. */
export function reactivateRealm(chat: ChatPlatform, { id }: Realm): Promise<void> {
  return chat.transact(id, async (transaction) => {
    await storeRealmState(transaction.db, id, 'active')
    transaction.announce(realmChanged(id))
  })
}
