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

/** The owner and the administrators: a bot's key and its services are nobody else's business. */
const keepers = (bot: User): Audience => ({
  role: 'administrators',
  ...(bot.bot_owner_id !== null && { users: [bot.bot_owner_id] }),
})

/** The log is a table like any other: keys stay sealed there and are opened at delivery (events/event-delivery/shape-event.ts). */
const botEvent = (
  op: ChatEventMap['realm_bot']['op'],
  bot: BotPart,
  audience: Audience,
): NewChatEvent<'realm_bot'> => ({
  type: 'realm_bot',
  audience,
  payload: { op, bot },
})

export const botAdded = (bot: User, view: SealedBot) => botEvent('add', view, keepers(bot))

/** `changed` holds only what is new. */
export const botChanged = (bot: User, changed: Partial<SealedBot>) =>
  botEvent('update', { user_id: bot.id, ...changed }, keepers(bot))

/** It is deactivated. */
export const botRemoved = (bot: User) =>
  botEvent('remove', { user_id: bot.id, full_name: bot.full_name }, keepers(bot))

/** Somebody who is no administrator owns it no more. */
export const botTakenFrom = (bot: User, owner: User) =>
  botEvent('delete', { user_id: bot.id }, { users: [owner.id] })

/** Somebody who is no administrator owns it now. */
export const botGivenTo = (view: SealedBot, owner: User) => botEvent('add', view, { users: [owner.id] })

/** The administrators see all bots; for them only the owner and the key are new. */
export const botOwnerChanged = (bot: User, owner: User) =>
  botEvent(
    'update',
    { user_id: bot.id, owner_id: owner.id, owner: owner.email, sealed_api_key: bot.api_key_sealed },
    { role: 'administrators' },
  )
