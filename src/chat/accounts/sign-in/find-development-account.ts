import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { accountDisabled, notRegistered, organizationDeactivated } from './sign-in-refusal.ts'

/** For development only: any account, without a password. */
export async function findDevelopmentAccount(
  chat: ChatPlatform,
  realm: Realm | undefined,
  email: string,
): Promise<User> {
  const user = realm && (await findUserByEmail(chat.database.read, realm.id, email))
  if (!user || user.is_system) throw notRegistered()
  if (realm.deactivated) throw organizationDeactivated()
  if (!user.is_active) throw accountDisabled()
  return user
}

export function requireDevelopment({ config }: ChatPlatform): void {
  if (!config.development) throw new ChatError('Dev environment not enabled.')
}
