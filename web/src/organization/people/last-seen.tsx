import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { DateTime } from '../../ui/date-time.tsx'

/** Presence is reported every minute, with a little slack. */
const HERE_SECONDS = 140

export function LastSeen({ userId }: { userId: number }) {
  const presence = useChat((state) => state.presences.get(userId))
  const newest = Math.max(presence?.active ?? 0, presence?.idle ?? 0)
  if (newest === 0) return t.organization.people.neverSeen
  if (Date.now() / 1000 - newest < HERE_SECONDS) return t.organization.people.now
  return <DateTime at={new Date(newest * 1000).toISOString()} />
}
