import { accessUploadedFile, noSuchFile } from '../attachments/attachment-access.ts'
import type { Chat } from '../chat.ts'
import type { Actor } from '../users/user.ts'
import { temporaryAddress } from './temporary-address.ts'
import { readUploadPath } from './upload-path.ts'

/** For whoever may see the file, by the parts of its address. */
export async function findTemporaryAddress(
  chat: Chat,
  actor: Actor,
  input: { realm_id_str: string; token: string; filename: string },
): Promise<{ url: string }> {
  const path = readUploadPath(input.realm_id_str, input.token, input.filename)
  if (!path) throw noSuchFile()
  const file = await accessUploadedFile(chat.database.read, actor, path)
  return { url: temporaryAddress(chat, file) }
}
