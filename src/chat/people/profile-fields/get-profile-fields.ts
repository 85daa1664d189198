import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { viewProfileField } from '../user-events.ts'
import { listProfileFields } from './profile-value-store.ts'

/** In display order. */
export async function getProfileFields(chat: ChatPlatform, realm: Realm) {
  return (await listProfileFields(chat.database.read, realm.id)).map(viewProfileField)
}
