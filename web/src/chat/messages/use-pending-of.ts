import { useMemo } from 'react'
import { isShownIn, type Narrow } from '../narrows/narrow.ts'
import type { PendingMessage } from '../state/outbox.ts'
import { useMessageList, usePending, useWorkspace } from '../state/workspace.ts'

/** Messages sent to this narrow that are not in its list yet. */
export function usePendingOf(narrow: Narrow): readonly PendingMessage[] {
  const all = usePending()
  const list = useMessageList(narrow)
  const { messages } = useWorkspace()
  return useMemo(() => {
    // They are shown at the end, so the end must be loaded, unless nothing could be loaded at all.
    if (!list || (list.ids.length > 0 && !list.foundNewest)) return []
    return all.filter(
      (pending) =>
        isShownIn(narrow, pending.conversation) &&
        (pending.serverId === undefined || !messages.get(pending.serverId)),
    )
  }, [all, list, messages, narrow])
}
