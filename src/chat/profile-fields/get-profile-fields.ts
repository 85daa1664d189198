import type { Chat } from '../chat.ts'
import type { Realm } from '../realms/realm.ts'
import { viewProfileField } from '../users/user-events.ts'
import { listProfileFields } from './profile-value-store.ts'

/** In the order in which they are shown. */
export async function getProfileFields(chat: Chat, realm: Realm) {
  return (await listProfileFields(chat.database.read, realm.id)).map(viewProfileField)
}
