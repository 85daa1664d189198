import { deactivateUser } from '../accounts/deactivate-user.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import { accessBot } from '../people/bots/bot-access.ts'

export async function deactivateBot(chat: ChatPlatform, actor: Actor, botId: number): Promise<void> {
  const bot = await accessBot(chat.database.read, actor, botId)
  if (bot.is_active) await deactivateUser(chat, bot)
}
