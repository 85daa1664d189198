import { badRequest } from '../chat-error.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { type Actor, isBot } from '../identity/users/user.ts'
import { accessAccount, noSuchUser } from '../people/user-access.ts'
import { deactivateWithin } from './deactivate-user.ts'
import { refuseLastAdministratorLeaving } from './last-administrator.ts'

/** Deactivates a person, by an administrator or by themselves. Bots have their own endpoint. */
export function closeAccount(
  chat: ChatPlatform,
  { realm }: Pick<Actor, 'realm'>,
  userId: number,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const user = await accessAccount(transaction.db, realm, userId)
    if (isBot(user)) throw noSuchUser()
    if (!user.is_active) throw badRequest('User is deactivated')
    await refuseLastAdministratorLeaving(transaction.db, user)
    await deactivateWithin(transaction, user)
  })
}
