import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import { type Actor, isAdministrator, isBot, type User } from '../../identity/users/user.ts'
import { findUser } from '../../identity/users/user-store.ts'

/** A bot that the actor may manage, as its owner or as an administrator. */
export async function accessBot(db: Db, actor: Actor, id: number): Promise<User> {
  const bot = await findUser(db, actor.realm.id, id)
  if (!bot || !isBot(bot) || bot.is_system) throw badRequest('No such bot')
  if (bot.bot_owner_id !== actor.user.id && !isAdministrator(actor.user))
    throw badRequest('Insufficient permission')
  return bot
}
