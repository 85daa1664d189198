import type { Chat } from '../../chat.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { viewProfileField } from '../user-events.ts'
import { listProfileFields } from './profile-value-store.ts'

/** In the order in which they are shown. */
export async function getProfileFields(chat: Chat, realm: Realm) {
  return (await listProfileFields(chat.database.read, realm.id)).map(viewProfileField)
}
