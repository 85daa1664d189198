import { deactivateUser } from '../accounts/deactivate-user.ts'
import type { Chat } from '../chat.ts'
import type { Actor } from '../identity/users/user.ts'
import { accessBot } from '../people/bots/bot-access.ts'

export async function deactivateBot(chat: Chat, actor: Actor, botId: number): Promise<void> {
  const bot = await accessBot(chat.database.read, actor, botId)
  if (bot.is_active) await deactivateUser(chat, bot)
}
