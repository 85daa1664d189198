import { type Actor, isBot } from '../identity/users/user.ts'
import { openBot } from '../people/bots/bot-view.ts'
import type { People } from '../people/people.ts'
import { describeBots } from '../streams/describe-bots.ts'

/** The actor's own bots with their keys, oldest first. */
export async function listOwnBots(chat: People, { realm, user }: Actor) {
  const { users } = await chat.members.require(realm.id)
  const own = users.filter((bot) => isBot(bot) && bot.bot_owner_id === user.id && bot.is_active === 1)
  const views = await describeBots(chat.database.read, own, chat.config.publicUrl)
  return views.map((view) => {
    const {
      email: username,
      is_active: _active,
      owner_id: _id,
      owner: _owner,
      ...bot
    } = openBot(chat.secrets, view, true)
    return { username, ...bot }
  })
}
