import { useMemo, useRef } from 'react'
import { isGathered } from '../narrows/narrow.ts'
import type { MessageList } from '../state/message-list.ts'
import { useWorkspace } from '../state/workspace.ts'
import { buildRows, type Row } from './build-rows.ts'

/** The rows of a list. Those that do not change are the same as before. */
export function useRows({ ids, version, narrow, foundOldest, anchor }: MessageList, near?: number) {
  const { messages } = useWorkspace()
  const last = useRef<readonly Row[]>([])
  const isMixed = narrow.kind !== 'topic' && narrow.kind !== 'direct'
  const firstUnread = near === undefined && !isGathered(narrow) ? anchor : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version counts changes of messages
  return useMemo(() => {
    const input = { ids, messageOf: messages.get, isMixed, firstUnread, foundOldest }
    last.current = buildRows(input, last.current)
    return last.current
  }, [messages, ids, version, isMixed, firstUnread, foundOldest])
}
