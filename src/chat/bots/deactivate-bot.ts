import type { Chat } from '../chat.ts'
import { deactivateUser } from '../users/deactivate-user.ts'
import type { Actor } from '../users/user.ts'
import { accessBot } from './bot-access.ts'

export async function deactivateBot(chat: Chat, actor: Actor, botId: number): Promise<void> {
  const bot = await accessBot(chat.database.read, actor, botId)
  if (bot.is_active) await deactivateUser(chat, bot)
}
