import type { ChatPlatform } from '../chat-platform.ts'
import { recordOrganization } from '../identity/audit/record-audit.ts'
import { type Realm, realmsTable } from '../identity/realms/realm.ts'
import { realmChanged } from '../identity/realms/realm-events.ts'
import { endSessionsOfRealm } from '../identity/sessions/end-sessions.ts'

/** Nobody can sign in or use an API key any more, and everybody is signed out. All data stays. */
export function deactivateRealm(chat: ChatPlatform, realm: Realm): Promise<void> {
  const { id } = realm
  return chat.transact(id, async (transaction) => {
    await realmsTable.update(transaction.db, { id }, { deactivated: 1 })
    await recordOrganization(transaction, realm, 'deactivated')
    await endSessionsOfRealm(transaction, id)
    transaction.announce(realmChanged(id))
  })
}

/** API keys work again; people sign in again. */
export function reactivateRealm(chat: ChatPlatform, realm: Realm): Promise<void> {
  const { id } = realm
  return chat.transact(id, async (transaction) => {
    await realmsTable.update(transaction.db, { id }, { deactivated: 0 })
    await recordOrganization(transaction, realm, 'reactivated')
    transaction.announce(realmChanged(id))
  })
}
