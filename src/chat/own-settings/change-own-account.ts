import { changeName } from '../accounts/change-name.ts'
import type { Chat, ChatTransaction } from '../chat.ts'
import { limitEmailChanges } from '../email-changes/email-change-limits.ts'
import { requestEmailChange } from '../email-changes/request-email-change.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { checkEmail } from '../users/create-user.ts'
import { type Actor, isAdministrator, type User } from '../users/user.ts'
import { keyChanged } from '../users/user-events.ts'
import type { UserSettings } from '../users/user-settings.ts'
import { findUser, updateUser } from '../users/user-store.ts'
import { changeSettings, changeTimezone } from './change-settings.ts'
import { checkOldPassword } from './check-old-password.ts'
import { checkSettings, checkTimezone } from './check-setting.ts'

/** What is undefined, or an empty name, address or password, stays as it is. */
export interface OwnChange {
  fullName?: string | undefined
  email?: string | undefined
  password?: { old: string; new: string; address: string; sessionId: number | undefined } | undefined
  timezone?: string | undefined
  settings: Partial<UserSettings>
}

/** Somebody's own account and settings: all of it, or nothing. Answers with what is new. */
export async function changeOwnAccount(chat: Chat, actor: Actor, change: OwnChange): Promise<object> {
  checkSettings(change.settings)
  if (change.timezone !== undefined) checkTimezone(change.timezone)
  const { password } = change
  const hash = password && (await checkOldPassword(chat, actor.user, password))
  const email = await newEmail(chat, actor.user, change.email)
  return chat.transact(actor.realm.id, async (transaction) => {
    let user = (await findUser(transaction.db, actor.realm.id, actor.user.id))!
    const result: Record<string, unknown> = {}
    if (hash !== undefined) user = await storePassword(transaction, user, hash, password!.sessionId)
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

/** Undefined when there is nothing to do. What is no address sends no mail, and is not counted. */
async function newEmail(chat: Chat, user: User, wanted = ''): Promise<string | undefined> {
  const email = wanted.trim()
  if (email === '' || email === user.email) return undefined
  checkEmail(email)
  await limitEmailChanges(chat, user)
  return email
}

/** Clients do not offer it where it is forbidden; whoever asks all the same is left alone. */
const mayChangeName = ({ realm, user }: Actor) =>
  !realm.settings.name_changes_disabled || isAdministrator(user)
