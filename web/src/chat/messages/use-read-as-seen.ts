import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { isGathered } from '../narrows/narrow.ts'
import type { MessageList } from '../state/message-list.ts'
import { useWorkspace } from '../state/workspace.ts'
import type { Row } from './build-rows.ts'

/** What flies past while somebody scrolls was not read. */
const LOOKED_AT_MS = 250

interface SeenInput {
  handle: RefObject<VirtualizerHandle | null>
  rows: readonly Row[]
  list: MessageList
  isAiming: () => boolean
}

/** Messages count as read once their end was on the screen of a window that somebody looks at. */
export function useReadAsSeen({ handle, rows, list, isAiming }: SeenInput): () => void {
  const { reading } = useWorkspace()
  const counts = !isGathered(list.narrow)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(rows)
  latest.current = rows

  const look = useCallback(() => {
    timer.current = undefined
    const shown = handle.current
    if (!shown || !document.hasFocus()) return
    if (isAiming()) {
      timer.current = setTimeout(look, LOOKED_AT_MS)
      return
    }
    const end = shown.scrollOffset + shown.viewportSize
    const last = shown.findItemIndex(end)
    const ids: number[] = []
    for (let index = shown.findItemIndex(shown.scrollOffset); index <= last; index += 1) {
      const row = latest.current[index]
      const bottom = shown.getItemOffset(index) + shown.getItemSize(index)
      if (row && bottom <= end + 1 && !row.message.flags.includes('read')) ids.push(row.id)
    }
    reading.seen(ids)
  }, [handle, isAiming, reading])

  const schedule = useCallback(() => {
    if (counts) timer.current ??= setTimeout(look, LOOKED_AT_MS)
  }, [counts, look])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is looked at as well
  useEffect(schedule, [schedule, rows])
  useEffect(() => {
    addEventListener('focus', schedule)
    return () => {
      removeEventListener('focus', schedule)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [schedule])
  return schedule
}
