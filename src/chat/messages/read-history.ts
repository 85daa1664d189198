import type { ChatPlatform, Db } from '../chat-platform.ts'

/** Reads stored messages from a state that includes at least every event this server has seen. */
export function readHistory<T>(
  chat: ChatPlatform,
  realmId: number,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return chat.database.history(realmId, chat.follower.seen(realmId), work)
}
