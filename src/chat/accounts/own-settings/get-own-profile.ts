import { randomBytes } from 'node:crypto'
import type { ChatPlatform } from '../../chat-platform.ts'
import { findPointer } from '../../history/pointers/move-pointer.ts'
import { avatarUrl } from '../../identity/users/avatar.ts'
import { type Actor, isAdministrator, isBot, isGuest } from '../../identity/users/user.ts'
import { findLastMessageIdBy } from '../../messages/message-store.ts'
import { profileValuesTable } from '../../people/profile-fields/profile-fields-table.ts'
import { viewProfileData } from '../../people/user-events.ts'

export async function getOwnProfile(chat: ChatPlatform, { realm, user }: Actor) {
  const db = chat.database.read
  return {
    user_id: user.id,
    email: user.email,
    full_name: user.full_name,
    short_name: user.short_name,
    avatar_url: avatarUrl(chat.config.publicUrl, user),
    // Unique for each response: clients use it to distinguish their windows.
    client_id: randomBytes(16).toString('hex'),
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: isBot(user),
    pointer: await findPointer(db, realm.id, user.id),
    max_message_id: await findLastMessageIdBy(db, realm.id, user.id),
    ...(!isBot(user) && {
      profile_data: viewProfileData(
        await profileValuesTable.list(db, { realm_id: realm.id, user_id: user.id }),
      ),
    }),
  }
}
