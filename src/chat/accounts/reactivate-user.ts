import type { Chat } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { type Actor, isBot } from '../identity/users/user.ts'
import { findUser, updateUser } from '../identity/users/user-store.ts'
import { listProfileValuesOf } from '../people/profile-fields/profile-value-store.ts'
import { accessAccount } from '../people/user-access.ts'
import { userAdded } from '../people/user-events.ts'
import { announceBot } from '../streams/announce-bot.ts'
import { boundBot } from './change-role.ts'
import { rotateWithin } from './rotate-api-key.ts'
import { tellPeersOfReturn } from './tell-stream-peers.ts'

/**
 * With the key, the role and the subscriptions that the account had. Only a bot that gets another owner gets
 * another key, too, and every bot only what its owner has now.
 */
export function reactivateUser(
  chat: Chat,
  // The command line acts for no user.
  { realm, user: actor }: Pick<Actor, 'realm'> & Partial<Actor>,
  userId: number,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    let account = await accessAccount(db, realm, userId)
    if (account.is_active) return
    let owner = account.bot_owner_id === null ? undefined : await findUser(db, realm.id, account.bot_owner_id)
    // Somebody must answer for a bot.
    if (isBot(account) && !owner?.is_active) {
      if (!actor)
        throw badRequest(`The owner of ${account.full_name} is deactivated: reactivate the owner first.`)
      owner = actor
      account = (await rotateWithin(chat, transaction, account)).user
    }
    const user = { ...account, is_active: 1, bot_owner_id: owner?.id ?? null }
    await updateUser(db, realm.id, user.id, { is_active: 1, bot_owner_id: user.bot_owner_id })
    const profileValues = await listProfileValuesOf(db, realm.id, user.id)
    transaction.announce(userAdded(user, owner, chat.config.publicUrl, profileValues))
    if (isBot(user)) await announceBot(chat, transaction, user)
    await tellPeersOfReturn(transaction, user)
    if (owner) await boundBot(chat, transaction, realm, user, owner)
  })
}
