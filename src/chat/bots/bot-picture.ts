import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import { drawSquares } from '../avatars/draw-square.ts'
import { setBotAvatar } from '../avatars/set-bot-avatar.ts'
import type { Chat } from '../chat.ts'
import { onePicture } from '../uploads/one-file.ts'
import type { Actor } from '../users/user.ts'

/** Clients of this family send a picture along with the rest. undefined: they did not. */
export async function readBotPicture(
  { realm }: Actor,
  files: readonly ReceivedFile[],
): Promise<ReceivedFile | undefined> {
  if (files.length === 0) return undefined
  const picture = onePicture(files, 'You may only upload one file at a time')
  // Before anything else is done: a picture that cannot be read refuses the whole call.
  await drawSquares(realm.id, picture, [1])
  return picture
}

/** Answers with the part of the answer that it changes. */
export async function keepBotPicture(
  chat: Chat,
  actor: Actor,
  botId: number,
  picture: ReceivedFile | undefined,
) {
  return picture ? { avatar_url: await setBotAvatar(chat, actor, botId, picture) } : {}
}
