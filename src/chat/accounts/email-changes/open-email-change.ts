import { secondsOf } from '../../../platform/clock.ts'
import { isToken } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { usedOrExpired } from '../invalid-link.ts'
import { checkNewEmail } from './check-new-email.ts'
import type { EmailChangesTable } from './email-changes-table.ts'
import { emailChangesTable } from './email-changes-table.ts'

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
  const change = await emailChangesTable.findBy(db, { token_hash: hash })
  if (!change || change.expires_at <= secondsOf(chat.clock)) throw usedOrExpired()
  if (realm?.id !== change.realm_id || realm.deactivated) throw usedOrExpired()
  const user = await usersTable.find(db, { realm_id: change.realm_id, id: change.user_id })
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
