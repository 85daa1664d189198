import { badRequest } from '../chat-error.ts'
import type { ChatTransaction } from '../chat-platform.ts'
import { recordAccount } from '../identity/audit/record-audit.ts'
import type { Identity } from '../identity/identity.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { type Actor, isBot, type User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { profileValuesTable } from '../people/profile-fields/profile-fields-table.ts'
import { accessAccount } from '../people/user-access.ts'
import { userAdded } from '../people/user-events.ts'
import { announceBot } from '../streams/announce-bot.ts'
import { announcePeerAdded } from './announce-stream-peers.ts'
import { boundBot } from './change-role.ts'
import { personErasuresTable } from './erasure/person-erasures-table.ts'
import { rotateWithin } from './rotate-api-key.ts'

/**
 * Restores the key, the role and the subscriptions of the account. A bot gets a new key only with a new owner, and
 * never more access than its owner has.
 */
export function reactivateUser(
  chat: Identity,
  // The command line has no acting user.
  { realm, user: actor }: Pick<Actor, 'realm'> & Partial<Actor>,
  userId: number,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const account = await accessAccount(transaction.db, realm, userId)
    if (!account.is_active) await reactivateWithin(chat, transaction, realm, account, actor)
  })
}

/** The same as part of a larger transaction. */
export async function reactivateWithin(
  chat: Identity,
  transaction: ChatTransaction,
  realm: Realm,
  closed: User,
  actor?: User,
): Promise<void> {
  const { db } = transaction
  if (await personErasuresTable.find(db, { realm_id: realm.id, user_id: closed.id }))
    throw badRequest('This person has been erased')
  let account = closed
  let owner =
    account.bot_owner_id === null
      ? undefined
      : await usersTable.find(db, { realm_id: realm.id, id: account.bot_owner_id })
  // Every bot needs an active owner.
  if (isBot(account) && !owner?.is_active) {
    if (!actor)
      throw badRequest(`The owner of ${account.full_name} is deactivated: reactivate the owner first.`)
    owner = actor
    account = (await rotateWithin(chat, transaction, account)).user
  }
  const user = { ...account, is_active: 1, bot_owner_id: owner?.id ?? null }
  await usersTable.update(
    db,
    { realm_id: realm.id, id: user.id },
    { is_active: 1, bot_owner_id: user.bot_owner_id },
  )
  await recordAccount(transaction, user, 'reactivated')
  const profileValues = await profileValuesTable.list(db, { realm_id: realm.id, user_id: user.id })
  transaction.announce(userAdded(user, owner, chat.config.publicUrl, profileValues))
  if (isBot(user)) await announceBot(chat, transaction, user)
  await announcePeerAdded(transaction, user)
  if (owner) await boundBot(chat, transaction, realm, user, owner)
}
