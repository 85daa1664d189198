import { secondsOf } from '../../../platform/clock.ts'
import { isToken } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { findUser } from '../../identity/users/user-store.ts'
import { usedOrExpired } from '../invalid-link.ts'
import { checkNewEmail } from './check-new-email.ts'
import { findEmailChange } from './email-change-store.ts'
import type { EmailChangesTable } from './email-changes-table.ts'

export interface OpenEmailChange extends Actor {
  change: EmailChangesTable
}

/** Looks up the token of the mail: only in the account's own organization, and while the account is active. */
export async function openEmailChange(
  chat: ChatPlatform,
  db: Db,
  realm: Realm | undefined,
  token: string,
): Promise<OpenEmailChange> {
  const hash = isToken(token) ? chat.secrets.hash(token) : ''
  const change = await findEmailChange(db, hash, secondsOf(chat.clock))
  if (!change || realm?.id !== change.realm_id || realm.deactivated) throw usedOrExpired()
  const user = await findUser(db, change.realm_id, change.user_id)
  if (!user?.is_active || hashCredentials(chat, user) !== change.credentials_hash) throw usedOrExpired()
  await checkNewEmail(db, { realm, user }, change.new_email)
  return { change, realm, user }
}

/**
 * A new password or key cancels pending changes, so that an owner who recovers an account also cancels a thief's
 * request.
 */
export const hashCredentials = ({ secrets }: ChatPlatform, user: User) =>
  secrets.hash(`${user.password_hash} ${user.api_key_hash}`)
