import type { ChatState } from '../state/chat-state.ts'

/** Named as the statuses that people choose: all see one word for one thing. */
export type PresenceNow = 'available' | 'away' | 'do_not_disturb' | 'offline'

/** Clients report presence every minute. A user who misses two reports is gone. */
const OFFLINE_SECONDS = 140

export function presenceNow(
  state: Pick<ChatState, 'presences' | 'statuses'>,
  userId: number,
  nowMs = Date.now(),
): PresenceNow {
  const status = state.statuses.get(userId)
  // It also holds for their phones, where they may be without the chat.
  if (status?.do_not_disturb) return 'do_not_disturb'
  const presence = state.presences.get(userId)
  if (!presence) return 'offline'
  const isRecent = (seconds: number) => nowMs / 1000 - seconds < OFFLINE_SECONDS
  // A user whose status is away is not shown as active, even with an active window.
  if (isRecent(presence.active)) return status?.away ? 'away' : 'available'
  return isRecent(presence.idle) ? 'away' : 'offline'
}
