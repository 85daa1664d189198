import type { ChatPlatform, Db } from '../chat-platform.ts'

/** Reads messages as they are stored, and at least as far as this server has heard. */
export function readHistory<T>(
  chat: ChatPlatform,
  realmId: number,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return chat.database.history(realmId, chat.follower.seen(realmId), work)
}
