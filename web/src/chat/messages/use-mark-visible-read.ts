import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isGathered } from '../narrows/narrow.ts'
import { useWorkspace } from '../state/workspace.ts'
import type { ListScroll } from './use-list-scroll.ts'
import type { LoadedRows } from './use-loaded-rows.ts'
import { type ScrollView, visibleUnread } from './visible-rows.ts'

/** Messages that scroll past faster than this were not read. */
const LOOKED_AT_MS = 250

interface MarkInput {
  view: RefObject<ScrollView | null>
  loaded: LoadedRows
  scroll: ListScroll
}

/** Marks messages as read once their end was on the screen of a focused window. */
export function useMarkVisibleRead({ view, loaded, scroll }: MarkInput): void {
  const { reading } = useWorkspace()
  const { position } = scroll
  const isReading = !isGathered(loaded.list.narrow)

  /** Returns whether to look again: the list is still scrolling to its anchor. */
  const markVisible = useEffectEvent((): boolean => {
    if (!view.current || !document.hasFocus()) return false
    if (position.get().target !== undefined) scroll.measure()
    if (position.get().target !== undefined) return true
    reading.markRead(visibleUnread(view.current, loaded.rows))
    return false
  })

  useEffect(() => {
    if (!isReading) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = () => {
      timer ??= setTimeout(mark, LOOKED_AT_MS)
    }
    const mark = () => {
      timer = undefined
      if (markVisible()) schedule()
    }
    schedule()
    const unsubscribe = position.subscribe(schedule)
    addEventListener('focus', schedule)
    return () => {
      unsubscribe()
      removeEventListener('focus', schedule)
      clearTimeout(timer)
    }
  }, [isReading, position])
}
