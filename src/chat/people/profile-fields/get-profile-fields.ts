import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { viewProfileField } from '../user-events.ts'
import { profileFieldsTable } from './profile-fields-table.ts'

/** In display order. */
export async function getProfileFields(chat: ChatPlatform, realm: Realm) {
  return (await profileFieldsTable.list(chat.database.read, { realm_id: realm.id })).map(viewProfileField)
}
