import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { drawSquares } from '../files/pictures/draw-square.ts'
import { onePicture } from '../http/one-file.ts'
import type { Actor } from '../identity/users/user.ts'
import { setBotAvatar } from '../people/avatars/set-bot-avatar.ts'

/** Clients of this family send the picture with the other fields. undefined: none. */
export async function readBotPicture(
  { realm }: Actor,
  files: readonly ReceivedFile[],
): Promise<ReceivedFile | undefined> {
  if (files.length === 0) return undefined
  const picture = onePicture(files, 'You may only upload one file at a time')
  // Validate first: an unreadable picture fails the whole request.
  await drawSquares(realm.id, picture, [1])
  return picture
}

/** Returns the fields that it adds to the response. */
export async function keepBotPicture(
  chat: ChatPlatform,
  actor: Actor,
  botId: number,
  picture: ReceivedFile | undefined,
) {
  return picture ? { avatar_url: await setBotAvatar(chat, actor, botId, picture) } : {}
}
