import { badRequest } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import type { Identity } from '../identity/identity.ts'
import { lowerRole, roleOfNumber } from '../identity/users/role-numbers.ts'
import { type Actor, isAdministrator, isBot, isGuest, type User } from '../identity/users/user.ts'
import { type Role, usersTable } from '../identity/users/users-table.ts'
import { changeProfile, type ProfileEntry } from '../people/profile-fields/change-profile.ts'
import { accessAccount } from '../people/user-access.ts'
import { changeName } from './change-name.ts'
import { changeRole } from './change-role.ts'

/** undefined: unchanged. */
export interface UserChange {
  fullName?: string | undefined
  role?: number | undefined
  /** the two flags that older clients send instead of the role */
  isAdmin?: boolean | undefined
  isGuest?: boolean | undefined
  profileData?: readonly ProfileEntry[] | undefined
}

/** An administrator changes an account. Makes all changes or none. */
export function changeUser(
  chat: Identity,
  { realm }: Pick<Actor, 'realm'>,
  userId: number,
  change: UserChange,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const user = await accessAccount(transaction.db, realm, userId)
    const role = wantedRole(user, change)
    if (role !== user.role) await refuseRoleAboveOwner(transaction.db, user, role)
    await changeRole(chat, transaction, realm, user, role)
    if (change.fullName !== undefined && change.fullName.trim() !== '') {
      await changeName(chat, transaction, user, change.fullName)
    }
    if (change.profileData !== undefined) {
      if (isBot(user)) throw badRequest('Bots have no profile data.')
      await changeProfile(transaction, user, change.profileData)
    }
  })
}

function wantedRole(user: User, change: UserChange): Role {
  if (change.role !== undefined) {
    const role = roleOfNumber(change.role)
    if (!role) throw badRequest('Invalid role')
    return role
  }
  const admin = change.isAdmin ?? isAdministrator(user)
  const guest = change.isGuest ?? isGuest(user)
  if (admin && guest) throw badRequest('Guests cannot be organization administrators')
  if (admin) return 'administrator'
  return guest ? 'guest' : 'member'
}

async function refuseRoleAboveOwner(db: Db, bot: User, role: Role): Promise<void> {
  const owner =
    bot.bot_owner_id === null
      ? undefined
      : await usersTable.find(db, { realm_id: bot.realm_id, id: bot.bot_owner_id })
  if (owner && lowerRole(role, owner.role) !== role)
    throw badRequest('A bot cannot have a higher role than its owner')
}
