import type { NewChatEvent } from '../../chat-event-map.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    sessions_ended: { user_id: number; token_hashes: readonly string[] }
  }
}

/** Not for clients: tells every process which sessions have ended, and whose they were. */
export function sessionsEnded(
  userId: number,
  tokenHashes: readonly string[],
): NewChatEvent<'sessions_ended'> {
  return {
    type: 'sessions_ended',
    audience: { users: [] },
    payload: { user_id: userId, token_hashes: tokenHashes },
  }
}
