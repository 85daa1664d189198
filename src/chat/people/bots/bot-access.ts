import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatPermissionName } from '../../identity/chat-permissions.ts'
import { may } from '../../identity/permissions.ts'
import { type Actor, isBot, type User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'

/** Administrators see all bots, members their own, guests none. */
export const seesBot = (user: User, bot: User) =>
  isBot(bot) && !bot.is_system && may(user, 'change and disable bots', bot.bot_owner_id === user.id)

/** A bot with which the actor may do this, as its owner or as an administrator. */
export async function accessBot(
  db: Db,
  actor: Actor,
  id: number,
  permission: ChatPermissionName = 'change and disable bots',
): Promise<User> {
  const bot = await usersTable.find(db, { realm_id: actor.realm.id, id })
  if (!bot || !isBot(bot) || bot.is_system) throw badRequest('No such bot')
  if (!may(actor.user, permission, bot.bot_owner_id === actor.user.id))
    throw badRequest('Insufficient permission')
  return bot
}
