import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import { may } from '../../identity/permissions.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { checkEmailDomain } from '../domains/check-email-domain.ts'

/** Called twice: before the mail is sent, and before the address is changed. One's own may always be confirmed. */
export async function checkNewEmail(db: Db, { realm, user }: Actor, email: string): Promise<void> {
  if (email === user.email) return
  if (realm.settings.email_changes_disabled && !may(user, 'change the settings of the organization')) {
    throw badRequest('Email address changes are disabled in this organization.')
  }
  await checkEmailDomain(db, realm, email)
  const other = await findUserByEmail(db, realm.id, email)
  if (other && other.id !== user.id) throw badRequest('Already has an account.')
}
