import type { ChatState } from '../state/chat-state.ts'

export type PresenceNow = 'active' | 'idle' | 'offline'

/** Clients report presence every minute. A user who misses two reports is gone. */
const OFFLINE_SECONDS = 140

export function presenceNow(
  state: Pick<ChatState, 'presences' | 'statuses'>,
  userId: number,
  nowMs = Date.now(),
): PresenceNow {
  const presence = state.presences.get(userId)
  if (!presence) return 'offline'
  const isRecent = (seconds: number) => nowMs / 1000 - seconds < OFFLINE_SECONDS
  // A user whose status is away is not shown as active, even with an active window.
  if (isRecent(presence.active)) return state.statuses.get(userId)?.away ? 'idle' : 'active'
  return isRecent(presence.idle) ? 'idle' : 'offline'
}
