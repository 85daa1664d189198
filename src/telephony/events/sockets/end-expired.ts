import { refuse } from './refuse-socket.ts'
import type { Session } from './socket-sessions.ts'

/** Closes the sessions whose key has expired: before each event, so that they do not receive it, and periodically. */
export function endExpired(sessions: Iterable<Session>, now: number): void {
  for (const { keyExpiresAt, socket } of sessions) {
    if (keyExpiresAt !== null && keyExpiresAt <= now) refuse(socket, 'The API key has expired')
  }
}
