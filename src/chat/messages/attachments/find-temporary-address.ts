import type { ChatPlatform } from '../../chat-platform.ts'
import { temporaryAddress } from '../../files/uploads/temporary-address.ts'
import { readUploadPath } from '../../files/uploads/upload-path.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessUploadedFile, noSuchFile } from './attachment-access.ts'

/** By the parts of the file's URL, if the actor may see the file. */
export async function findTemporaryAddress(
  chat: ChatPlatform,
  actor: Actor,
  input: { realm_id_str: string; token: string; filename: string },
): Promise<{ url: string }> {
  const path = readUploadPath(input.realm_id_str, input.token, input.filename)
  if (!path) throw noSuchFile()
  const file = await accessUploadedFile(chat.database.read, actor, path)
  return { url: temporaryAddress(chat, file) }
}
