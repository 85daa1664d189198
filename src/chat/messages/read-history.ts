import type { Chat, Db } from '../chat.ts'

/** Reads messages as they are stored, and at least as far as this server has heard. */
export function readHistory<T>(chat: Chat, realmId: number, work: (db: Db) => Promise<T>): Promise<T> {
  return chat.database.history(realmId, chat.follower.seen(realmId), work)
}
