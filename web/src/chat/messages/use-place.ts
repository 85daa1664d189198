import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { MessageList } from '../state/message-list.ts'
import { useWorkspace } from '../state/workspace.ts'
import { type Row, rowIndex } from './build-rows.ts'
import { highlightedMessage } from './list-context.ts'
import { changeOf } from './rows-change.ts'

/** In pixels: how near the end counts as the end, how early more is fetched, how much is seen above the first unread. */
const END = 40
const AHEAD = 1500
const CONTEXT = 72
const HIGHLIGHTED_MS = 2500

interface PlaceInput {
  handle: RefObject<VirtualizerHandle | null>
  scroller: RefObject<HTMLElement | null>
  list: MessageList
  rows: readonly Row[]
  /** with what is not sent yet */
  count: number
  near: number | undefined
}

/** Where one is in a list: goes where it was opened, stays there when it changes, and fetches what comes next. */
export function usePlace({ handle, scroller, list, rows, count, near }: PlaceInput) {
  const { messages } = useWorkspace()
  const [isAway, setAway] = useState(false)
  const [seenUpTo, setSeenUpTo] = useState<number>()
  const isAtEnd = useRef(true)
  /** The index to which one is on the way: until it is on the screen, nothing was looked at. */
  const aim = useRef<number>(undefined)
  const lastOffset = useRef(0)
  const top = useRef<{ id: number; below: number }>(undefined)
  const before = useRef<readonly Row[]>(rows)
  const change = changeOf(before.current, rows)
  const latest = useRef({ list, rows, count })
  latest.current = { list, rows, count }

  const toEnd = useCallback(() => {
    isAtEnd.current = true
    // By hand: what goes to an index goes on going there for a while, and would hold on to whoever scrolls away.
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'instant' })
  }, [scroller])

  /** For whoever asks for it: wherever the list was on the way to, it no longer is. */
  const goToEnd = useCallback(() => {
    isAtEnd.current = true
    handle.current?.scrollToIndex(latest.current.count - 1, { align: 'end' })
  }, [handle])

  const isAiming = useCallback((): boolean => {
    const shown = handle.current
    if (!shown || aim.current === undefined) return false
    const { scrollOffset, viewportSize } = shown
    const isThere =
      viewportSize > 0 &&
      shown.findItemIndex(scrollOffset) <= aim.current &&
      aim.current <= shown.findItemIndex(scrollOffset + viewportSize)
    if (isThere) aim.current = undefined
    return !isThere
  }, [handle])

  const look = useCallback((): void => {
    const shown = handle.current
    if (!shown || isAiming()) return
    const { list: now, rows: current } = latest.current
    const { scrollOffset, viewportSize, scrollSize } = shown
    const left = scrollSize - viewportSize - scrollOffset
    // Only a move brings one to the end or away from it: sizes are not known before they are drawn.
    if (scrollOffset < lastOffset.current - 1 && left >= END) isAtEnd.current = false
    else if (scrollOffset > lastOffset.current && left < END) isAtEnd.current = now.foundNewest
    lastOffset.current = scrollOffset
    const index = shown.findItemIndex(scrollOffset)
    const row = current[index]
    top.current = row && { id: row.id, below: scrollOffset - shown.getItemOffset(index) }
    setAway(!isAtEnd.current && (left > END || !now.foundNewest))
    if (isAtEnd.current) setSeenUpTo(current.at(-1)?.id)
    if (now.error) return
    if (scrollOffset < AHEAD) void messages.loadMore(now.key, 'older')
    if (left < AHEAD) void messages.loadMore(now.key, 'newer')
  }, [handle, isAiming, messages])

  // Goes to where the list was opened, once for each opening and again when its first page is there.
  const opening = `${list.opened} ${list.loading === 'start'}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another opening leads there
  useLayoutEffect(() => {
    const index = list.anchor === undefined ? -1 : rowIndex(rows, list.anchor)
    aim.current = index < 0 ? count - 1 : index
    isAtEnd.current = index < 0
    setSeenUpTo(rows.at(-1)?.id)
    if (index < 0) toEnd()
    else if (near === undefined) handle.current?.scrollToIndex(index, { align: 'start', offset: -CONTEXT })
    else handle.current?.scrollToIndex(index, { align: 'center' })
  }, [opening])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the opening counts, also of the same message
  useLayoutEffect(() => {
    if (near === undefined) return
    highlightedMessage.set(near)
    const timer = setTimeout(() => highlightedMessage.set(undefined), HIGHLIGHTED_MS)
    return () => clearTimeout(timer)
  }, [near, list.opened])

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is shown
  useLayoutEffect(() => {
    if (change === 'appended' && list.foundNewest && isOnScreen(handle.current, before.current.length - 1)) {
      isAtEnd.current = true
    }
    before.current = rows
    if (isAtEnd.current) toEnd()
    else if (change === 'other' && top.current && !isAiming()) {
      const index = rowIndex(rows, top.current.id)
      if (index >= 0) handle.current?.scrollToIndex(index, { align: 'start', offset: top.current.below })
    }
    look()
  }, [rows, count, list.loading, list.foundNewest])

  const onResize = useCallback(() => {
    if (isAtEnd.current) toEnd()
    look()
  }, [look, toEnd])

  // What is fetched is not new: only what comes once the end is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: in the moment in which the end is found
  useLayoutEffect(() => setSeenUpTo(rows.at(-1)?.id), [list.foundNewest])

  const firstNew = seenUpTo === undefined ? -1 : rowIndex(rows, seenUpTo + 1)
  return {
    isAiming,
    isPrepended: change === 'prepended',
    isAway,
    newBelow: firstNew < 0 || !list.foundNewest ? 0 : rows.length - firstNew,
    goToEnd,
    onScroll: look as (offset: number) => void,
    onResize,
    retry: () => void messages.loadMore(list.key, lastOffset.current < AHEAD ? 'older' : 'newer'),
  }
}

function isOnScreen(shown: VirtualizerHandle | null, index: number): boolean {
  if (!shown || index < 0 || shown.viewportSize === 0) return false
  const bottom = shown.getItemOffset(index) + shown.getItemSize(index)
  return bottom <= shown.scrollOffset + shown.viewportSize + END
}
