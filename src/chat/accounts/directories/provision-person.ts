import type { ChatTransaction } from '../../chat-platform.ts'
import { type DirectoryName, directoriesTable } from '../../identity/directories/directory-tables.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isAdministrator, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { type Role, usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { changeName } from '../change-name.ts'
import { changeRole } from '../change-role.ts'
import { claimAccount } from '../claim-account.ts'
import { addUser, checkEmail, checkFullName } from '../create-user.ts'
import { deactivateWithin } from '../deactivate-user.ts'
import { changeEmail } from '../email-changes/change-email.ts'
import { refuseLastAdministratorLeaving } from '../last-administrator.ts'
import { reactivateWithin } from '../reactivate-user.ts'
import { refuseTakeover } from '../refuse-takeover.ts'

/** What a directory says of a person. */
export interface DirectoryPerson {
  email: string
  fullName: string
  /** undefined: as it is; new people are members */
  role: Role | undefined
  isActive: boolean
}

/** Somebody else has the address. */
export class AddressTaken extends Error {}

/**
 * Makes the account as the directory says, or creates it (`known` undefined). Closing it closes everything that the
 * person has open, in the chat and on the phones.
 */
export async function provisionPerson(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  directory: DirectoryName,
  known: User | undefined,
  person: DirectoryPerson,
): Promise<User> {
  const { email, fullName, role, isActive } = person
  checkEmail(email)
  checkFullName(fullName)
  const { db } = transaction
  const owner = await findUserByEmail(db, realm.id, email)
  if (owner && owner.id !== known?.id) throw new AddressTaken(`The email address ${email} is in use`)
  if (!known) {
    const { user } = await addUser(chat, transaction, realm, {
      email,
      emailProven: true,
      fullName,
      ...(role && { role }),
    })
    if (!isActive) await deactivateWithin(transaction, user)
    return current(transaction, user)
  }
  // LDAP signs people in. Links to choose a password go to the address.
  if (directory === 'ldap' || known.email.toLowerCase() !== email.toLowerCase()) {
    const connection = await directoriesTable.find(db, { realm_id: realm.id, directory })
    await refuseTakeover(chat, connection?.changed_by ?? null, known)
  }
  if (isActive && !known.is_active) await reactivateWithin(chat, transaction, realm, known)
  let user = await current(transaction, known)
  if (user.email !== email) user = await changeEmail(chat, transaction, user, email)
  user = await changeName(chat, transaction, user, fullName)
  if (role) await changeRole(chat, transaction, realm, user, role)
  if (!isActive && user.is_active) {
    const now = await current(transaction, user)
    await refuseLastAdministratorLeaving(db, now)
    await deactivateWithin(transaction, now)
  }
  return current(transaction, user)
}

/**
 * When a directory takes an account over. If nobody has proven the address, somebody else may have joined with it.
 * Administrators keep their password: it is the way in when the directory is not there.
 */
export async function adoptAccount(chat: Messages, transaction: ChatTransaction, user: User): Promise<User> {
  if (!isAdministrator(user)) await claimAccount(chat, transaction, user)
  return current(transaction, user)
}

const current = async ({ db }: ChatTransaction, user: User): Promise<User> =>
  (await usersTable.find(db, user)) ?? user
