import { useMemo } from 'react'
import { useRecentConversations } from '../inbox/use-recent-conversations.ts'
import type { Narrow } from '../narrows/narrow.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { recentStreams } from '../switcher/recent-streams.ts'

/** The streams of the newest messages, those with unread messages, and those that were opened in this browser lately. */
export function useActiveStreams(
  narrow: Narrow | undefined,
  enabled: boolean,
): (streamId: number) => boolean {
  const { recent } = useRecentConversations({ enabled })
  const unread = useChat((state) => unreadCounts(state).streams)
  const me = useChat((state) => state.me.userId)
  const open = narrow && 'streamId' in narrow ? narrow.streamId : undefined
  return useMemo(() => {
    const active = new Set(recentStreams(me))
    for (const { conversation } of recent ?? []) {
      if (conversation.kind === 'topic') active.add(conversation.streamId)
    }
    return (streamId) => streamId === open || active.has(streamId) || (unread.get(streamId)?.open ?? 0) > 0
  }, [recent, unread, me, open])
}
