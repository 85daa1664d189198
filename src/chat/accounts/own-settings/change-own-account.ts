import { hashPassword } from '../../../platform/hash-password.ts'
import type { Chat, ChatTransaction } from '../../chat.ts'
import { endSessionsOf } from '../../identity/sessions/end-sessions.ts'
import { type Actor, isAdministrator, type User } from '../../identity/users/user.ts'
import type { UserSettings } from '../../identity/users/user-settings.ts'
import { findUser, updateUser } from '../../identity/users/user-store.ts'
import { checkSettings, checkTimezone } from '../../people/settings/check-setting.ts'
import { keyChanged } from '../../people/user-events.ts'
import { changeName } from '../change-name.ts'
import { checkEmail } from '../create-user.ts'
import { limitEmailChanges } from '../email-changes/email-change-limits.ts'
import { requestEmailChange } from '../email-changes/request-email-change.ts'
import { checkNewPassword } from '../sign-in/check-new-password.ts'
import { type Proof, provePassword, provePasswordIfAny } from '../sign-in/prove-password.ts'
import { changeSettings, changeTimezone } from './change-settings.ts'

/** What is undefined, or an empty name, address or password, stays as it is. */
export interface OwnChange {
  fullName?: string | undefined
  /** what one signs in with, and that one may change it */
  access?: { email: string | undefined; password: string | undefined; proof: Proof }
  timezone?: string | undefined
  settings: Partial<UserSettings>
}

/** Somebody's own account and settings: all of it, or nothing. Answers with what is new. */
export async function changeOwnAccount(chat: Chat, actor: Actor, change: OwnChange): Promise<object> {
  checkSettings(change.settings)
  if (change.timezone !== undefined) checkTimezone(change.timezone)
  const { hash, email } = await readAccess(chat, actor.user, change.access)
  return chat.transact(actor.realm.id, async (transaction) => {
    let user = (await findUser(transaction.db, actor.realm.id, actor.user.id))!
    const result: Record<string, unknown> = {}
    if (hash !== undefined)
      user = await storePassword(transaction, user, hash, change.access?.proof.session?.id)
    if (email !== undefined) await requestEmailChange(chat, transaction, { ...actor, user }, email)
    const name = change.fullName?.trim() ?? ''
    if (name !== '' && name !== user.full_name && mayChangeName(actor)) {
      user = await changeName(chat, transaction, user, name)
      result.full_name = user.full_name
    }
    if (change.timezone !== undefined)
      Object.assign(result, await changeTimezone(transaction, user, change.timezone))
    return Object.assign(result, await changeSettings(transaction, user, change.settings))
  })
}

/** Whoever signed in with the old one is signed out, except for the one who changes it. */
async function storePassword(
  transaction: ChatTransaction,
  user: User,
  hash: string,
  sessionId: number | undefined,
): Promise<User> {
  await updateUser(transaction.db, user.realm_id, user.id, { password_hash: hash })
  await endSessionsOf(transaction, user, sessionId)
  transaction.announce(keyChanged(user))
  return { ...user, password_hash: hash }
}

/** Undefined is what stays. Whoever can change one of the two has the account for good. */
async function readAccess(
  chat: Chat,
  user: User,
  access: OwnChange['access'],
): Promise<{ hash: string | undefined; email: string | undefined }> {
  const email = newEmail(user, access?.email)
  const password = access?.password || undefined
  if (password !== undefined) await provePassword(chat, user, access!.proof)
  else if (email !== undefined) await provePasswordIfAny(chat, user, access!.proof, 'old_password')
  if (password !== undefined) checkNewPassword(password)
  if (email !== undefined) await limitEmailChanges(chat, user)
  return { hash: password && (await hashPassword(password)), email }
}

/** What is no address sends no mail, and is not counted. */
function newEmail(user: User, wanted = ''): string | undefined {
  const email = wanted.trim()
  if (email === '' || email === user.email) return undefined
  checkEmail(email)
  return email
}

/** Clients do not offer it where it is forbidden; whoever asks all the same is left alone. */
const mayChangeName = ({ realm, user }: Actor) =>
  !realm.settings.name_changes_disabled || isAdministrator(user)
