import type { ChatState } from '../state/chat-state.ts'

export type PresenceNow = 'active' | 'idle' | 'offline'

/** Programs tell every minute that somebody is there: who misses two of them is gone. */
const OFFLINE_SECONDS = 140

export function presenceNow(
  state: Pick<ChatState, 'presences' | 'statuses'>,
  userId: number,
  nowMs = Date.now(),
): PresenceNow {
  const presence = state.presences.get(userId)
  if (!presence) return 'offline'
  const isRecent = (seconds: number) => nowMs / 1000 - seconds < OFFLINE_SECONDS
  // Whoever says to be away is not shown as active, though a window of theirs is.
  if (isRecent(presence.active)) return state.statuses.get(userId)?.away ? 'idle' : 'active'
  return isRecent(presence.idle) ? 'idle' : 'offline'
}
