import { rotateApiKey } from '../accounts/rotate-api-key.ts'
import { badRequest } from '../chat-error.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import { accessBot } from '../people/bots/bot-access.ts'
import { findService } from '../people/bots/bot-service-store.ts'

/** A bot reads what its owner reads, so its key is for its owner only. */
const KEYS = 'read and replace the keys of bots'

export async function getBotKey(chat: ChatPlatform, actor: Actor, botId: number): Promise<string> {
  const bot = await accessBot(chat.database.read, actor, botId, KEYS)
  return chat.secrets.decrypt(bot.api_key_sealed)
}

export async function regenerateBotKey(chat: ChatPlatform, actor: Actor, botId: number): Promise<string> {
  return rotateApiKey(chat, await accessBot(chat.database.read, actor, botId, KEYS))
}

/** The secret that signs requests to the bot's service. */
export async function getWebhookSecret(chat: ChatPlatform, actor: Actor, botId: number): Promise<string> {
  const bot = await accessBot(chat.database.read, actor, botId, KEYS)
  const service = await findService(chat.database.read, bot.realm_id, bot.id)
  if (!service) throw badRequest('This bot has no outgoing webhook')
  return chat.secrets.decrypt(service.secret_sealed)
}
