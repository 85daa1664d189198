import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessBot } from '../bots/bot-access.ts'
import { removeAvatar, setAvatar } from './set-avatar.ts'

/** For its owner and administrators. Returns its address. */
export async function setBotAvatar(
  chat: ChatPlatform,
  actor: Actor,
  botId: number,
  picture: ReceivedFile,
): Promise<string> {
  return setAvatar(chat, actor, await accessBot(chat.database.read, actor, botId), picture)
}

export async function removeBotAvatar(chat: ChatPlatform, actor: Actor, botId: number): Promise<string> {
  return removeAvatar(chat, actor, await accessBot(chat.database.read, actor, botId))
}
