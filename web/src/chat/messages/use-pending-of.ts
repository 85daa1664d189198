import { useMemo } from 'react'
import { isShownIn, type Narrow } from '../narrows/narrow.ts'
import type { PendingMessage } from '../state/outbox.ts'
import { useMessageList, usePending, useWorkspace } from '../state/workspace.ts'

/** What one has sent to this narrow and cannot be seen in it yet. */
export function usePendingOf(narrow: Narrow): readonly PendingMessage[] {
  const all = usePending()
  const list = useMessageList(narrow)
  const { messages } = useWorkspace()
  return useMemo(() => {
    // They stand at the end, so it must be there; where nothing could be loaded there is no end to wait for.
    if (!list || (list.ids.length > 0 && !list.foundNewest)) return []
    return all.filter(
      (pending) =>
        isShownIn(narrow, pending.conversation) &&
        (pending.serverId === undefined || !messages.get(pending.serverId)),
    )
  }, [all, list, messages, narrow])
}
