import { changeName } from '../../accounts/change-name.ts'
import { changeRole } from '../../accounts/change-role.ts'
import { closeAccount } from '../../accounts/close-account.ts'
import { addUser } from '../../accounts/create-user.ts'
import { reactivateUser } from '../../accounts/reactivate-user.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { subscribeUsers } from '../../membership/subscribe-users.ts'
import type { Messages } from '../../messages/messages.ts'
import { membersAdded } from '../../people/user-groups/user-group-events.ts'
import { userGroupMembersTable } from '../../people/user-groups/user-groups-table.ts'
import { listStreams } from '../../streams/stream-store.ts'
import type { PlannedPerson } from './plan-people-import.ts'

/**
 * Does what the row says. Doing it again changes nothing more. Throws a ChatError if somebody has changed the person
 * since the file was checked, such as by making them the last administrator. Only the operator vouches for addresses.
 */
export async function importPerson(
  chat: Messages,
  realm: Realm,
  person: PlannedPerson,
  { isAddressProven }: { isAddressProven: boolean },
): Promise<void> {
  const { action, email } = person
  if (action === 'none') return
  if (action !== 'create') {
    const user = await findUserByEmail(chat.database.read, realm.id, email)
    if (!user) throw badRequest(`Nobody has the email address '${email}' any more`)
    if (action === 'deactivate') return user.is_active ? closeAccount(chat, { realm }, user.id) : undefined
    if (action === 'reactivate') await reactivateUser(chat, { realm }, user.id)
  }
  await chat.transact(realm.id, async (transaction) => {
    const known = await findUserByEmail(transaction.db, realm.id, email)
    const user = known ?? (await create(chat, transaction, realm, person, isAddressProven))
    if (!user.is_active) throw badRequest('The person was deactivated in the meantime')
    if (known && person.role) await changeRole(chat, transaction, realm, known, person.role)
    if (known && person.name !== undefined) await changeName(chat, transaction, known, person.name)
    const now = (await usersTable.find(transaction.db, user))!
    await joinStreams(chat, transaction, realm, now, person.streamIds)
    await joinGroups(transaction, now, person.groupIds)
  })
}

/** Without a password: the person chooses one with a link, or signs in with a provider. */
async function create(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  { email, name, role }: PlannedPerson,
  emailProven: boolean,
): Promise<User> {
  const input = { email, emailProven, fullName: name!, ...(role && { role }) }
  return (await addUser(chat, transaction, realm, input)).user
}

async function joinStreams(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  user: User,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const streams = (await listStreams(transaction.db, realm.id)).filter(({ id }) => ids.includes(id))
  await subscribeUsers(chat, transaction, realm, streams, [user])
}

async function joinGroups(transaction: ChatTransaction, user: User, ids: readonly number[]): Promise<void> {
  const { realm_id, id: user_id } = user
  for (const group_id of ids) {
    const member = { realm_id, group_id, user_id }
    if (await userGroupMembersTable.find(transaction.db, member)) continue
    await userGroupMembersTable.insert(transaction.db, member)
    transaction.announce(membersAdded(group_id, [user_id]))
  }
}
