import type { Chat } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { type Actor, isBot } from '../identity/users/user.ts'
import { accessAccount, noSuchUser } from '../people/user-access.ts'
import { deactivateWithin } from './deactivate-user.ts'
import { refuseLastAdministratorLeaving } from './last-administrator.ts'

/** An administrator deactivates somebody, or somebody themselves. Bots have a call of their own. */
export function closeAccount(chat: Chat, { realm }: Pick<Actor, 'realm'>, userId: number): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const user = await accessAccount(transaction.db, realm, userId)
    if (isBot(user)) throw noSuchUser()
    if (!user.is_active) throw badRequest('User is deactivated')
    await refuseLastAdministratorLeaving(transaction.db, user)
    await deactivateWithin(transaction, user)
  })
}
