import type { Audience } from '../../audience.ts'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { User } from '../../identity/users/user.ts'
import type { SealedBot } from './bot-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    /** The key and the tokens are for `key_holder` only. */
    realm_bot: { op: 'add' | 'update' | 'remove' | 'delete'; bot: BotPart; key_holder: number | null }
  }
}

type BotPart = Partial<SealedBot> & { user_id: number }

/** Administrators see all bots; the keys are for their owners. Guests, who owned some as members, see none. */
const ownerAndAdministrators = (bot: User): Audience => ({
  role: 'administrators',
  ...(bot.bot_owner_id !== null && { users: [bot.bot_owner_id] }),
  exceptGuests: true,
})

/** Keys stay encrypted in the log and are decrypted for the owner at delivery (events/event-delivery/shape-event.ts). */
const botEvent = (
  op: ChatEventMap['realm_bot']['op'],
  bot: BotPart,
  holder: number | null,
  audience: Audience,
): NewChatEvent<'realm_bot'> => ({
  type: 'realm_bot',
  audience,
  payload: { op, bot, key_holder: holder },
})

export const botAdded = (bot: User, view: SealedBot) =>
  botEvent('add', view, bot.bot_owner_id, ownerAndAdministrators(bot))

/** `changed` contains only the changed fields. */
export const botChanged = (bot: User, changed: Partial<SealedBot>) =>
  botEvent('update', { user_id: bot.id, ...changed }, bot.bot_owner_id, ownerAndAdministrators(bot))

/** The bot was deactivated. */
export const botRemoved = (bot: User) =>
  botEvent('remove', { user_id: bot.id, full_name: bot.full_name }, null, ownerAndAdministrators(bot))

/** The person no longer sees the bot: they lost it, or the role that showed it. */
export const botTakenFrom = (bot: User, owner: User) =>
  botEvent('delete', { user_id: bot.id }, null, { users: [owner.id] })

/** The person sees the bot now: they own it, or have a new role. */
export const botGivenTo = (view: SealedBot, to: User) =>
  botEvent('add', view, view.owner_id, { users: [to.id] })

/** Administrators see all bots, so for them only the owner changes, and for a new owner the key. */
export const botOwnerChanged = (bot: User, owner: User) =>
  botEvent(
    'update',
    { user_id: bot.id, owner_id: owner.id, owner: owner.email, sealed_api_key: bot.api_key_sealed },
    owner.id,
    { role: 'administrators' },
  )
