import { drawSquares } from '../avatars/draw-square.ts'
import { setBotAvatar } from '../avatars/set-bot-avatar.ts'
import type { Chat } from '../chat.ts'
import type { UploadedFile } from '../http/raw-arguments.ts'
import { onePicture } from '../uploads/one-file.ts'
import type { Actor } from '../users/user.ts'

/** Clients of this family send a picture along with the rest. undefined: they did not. */
export async function readBotPicture(files: readonly UploadedFile[]): Promise<Buffer | undefined> {
  if (files.length === 0) return undefined
  const bytes = onePicture(files, 'You may only upload one file at a time')
  // Before anything else is done: a picture that cannot be read refuses the whole call.
  await drawSquares(bytes, [1])
  return bytes
}

/** Answers with the part of the answer that it changes. */
export async function keepBotPicture(chat: Chat, actor: Actor, botId: number, picture: Buffer | undefined) {
  return picture ? { avatar_url: await setBotAvatar(chat, actor, botId, picture) } : {}
}
