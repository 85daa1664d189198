import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessMessage } from '../../messages/message-access.ts'
import { listReaders } from './unread-store.ts'

/** Ids of users who have read a message. */
export async function getReadReceipts(
  chat: ChatPlatform,
  actor: Actor,
  messageId: number,
): Promise<number[]> {
  if (!actor.realm.settings.enable_read_receipts) {
    throw badRequest('Read receipts are disabled in this organization.')
  }
  const db = chat.database.read
  return listReaders(db, await accessMessage(db, actor, messageId))
}
