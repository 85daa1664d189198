import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import type { Chat } from '../chat.ts'
import { drawSquares } from '../files/pictures/draw-square.ts'
import { onePicture } from '../http/one-file.ts'
import type { Actor } from '../identity/users/user.ts'
import { setBotAvatar } from '../people/avatars/set-bot-avatar.ts'

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
