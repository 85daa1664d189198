import type { Chat, ChatTransaction } from '../chat.ts'
import type { User } from '../identity/users/user.ts'
import { botAdded } from '../people/bots/bot-events.ts'
import { describeBots } from './describe-bots.ts'

/** There is a bot: told with everything that belongs to it, which must be stored by now. */
export async function announceBot(chat: Chat, transaction: ChatTransaction, bot: User): Promise<void> {
  const [view] = await describeBots(transaction.db, [bot], chat.config.publicUrl)
  transaction.announce(botAdded(bot, view!))
}
