import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import type { User } from '../identity/users/user.ts'
import { botAdded } from '../people/bots/bot-events.ts'
import { describeBots } from './describe-bots.ts'

/** Announces a new bot with everything that belongs to it, which must already be stored. */
export async function announceBot(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  bot: User,
): Promise<void> {
  const [view] = await describeBots(transaction.db, [bot], chat.config.publicUrl)
  transaction.announce(botAdded(bot, view!))
}
