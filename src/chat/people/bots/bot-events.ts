import type { Audience } from '../../audience.ts'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { User } from '../../identity/users/user.ts'
import type { SealedBot } from './bot-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_bot: { op: 'add' | 'update' | 'remove' | 'delete'; bot: BotPart }
  }
}

type BotPart = Partial<SealedBot> & { user_id: number }

/** Only the owner and the administrators may see a bot's key and services. */
const ownerAndAdministrators = (bot: User): Audience => ({
  role: 'administrators',
  ...(bot.bot_owner_id !== null && { users: [bot.bot_owner_id] }),
})

/** Keys stay encrypted in the log and are decrypted at delivery (events/event-delivery/shape-event.ts). */
const botEvent = (
  op: ChatEventMap['realm_bot']['op'],
  bot: BotPart,
  audience: Audience,
): NewChatEvent<'realm_bot'> => ({
  type: 'realm_bot',
  audience,
  payload: { op, bot },
})

export const botAdded = (bot: User, view: SealedBot) => botEvent('add', view, ownerAndAdministrators(bot))

/** `changed` contains only the changed fields. */
export const botChanged = (bot: User, changed: Partial<SealedBot>) =>
  botEvent('update', { user_id: bot.id, ...changed }, ownerAndAdministrators(bot))

/** The bot was deactivated. */
export const botRemoved = (bot: User) =>
  botEvent('remove', { user_id: bot.id, full_name: bot.full_name }, ownerAndAdministrators(bot))

/** A non-administrator no longer owns the bot. */
export const botTakenFrom = (bot: User, owner: User) =>
  botEvent('delete', { user_id: bot.id }, { users: [owner.id] })

/** A non-administrator now owns the bot. */
export const botGivenTo = (view: SealedBot, owner: User) => botEvent('add', view, { users: [owner.id] })

/** Administrators see all bots, so for them only the owner and the key change. */
export const botOwnerChanged = (bot: User, owner: User) =>
  botEvent(
    'update',
    { user_id: bot.id, owner_id: owner.id, owner: owner.email, sealed_api_key: bot.api_key_sealed },
    { role: 'administrators' },
  )
