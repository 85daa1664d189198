import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { createStore, type Store, useSelected } from '../state/store.ts'
import { useWorkspace } from '../state/workspace.ts'
import { highlightMessage } from './highlighted-message.ts'
import {
  countNewBelow,
  type ListPosition,
  openingOf,
  placeOf,
  positionAfterChange,
  positionAfterScroll,
  type ScrollMove,
  startPosition,
} from './list-position.ts'
import { type LoadedRows, loadAhead } from './use-loaded-rows.ts'

interface ScrollInput {
  virtualizer: RefObject<VirtualizerHandle | null>
  scroller: RefObject<HTMLElement | null>
  loaded: LoadedRows
}

export interface ListScroll {
  position: Store<ListPosition>
  isAway: boolean
  newBelow: number
  goToEnd(): void
  /** Updates the position from what is on the screen. */
  measure(): void
  onResize(): void
}

/** Scrolls a message list to its position, and updates the position when the reader scrolls. */
export function useListScroll({ virtualizer, scroller, loaded }: ScrollInput): ListScroll {
  const { messages } = useWorkspace()
  const [position] = useState(() => createStore(startPosition))
  const isAway = useSelected(position, isAwayOf)
  const seenUpTo = useSelected(position, seenUpToOf)

  const scroll = useCallback(
    (move: ScrollMove) => {
      if (move.to !== 'end') {
        virtualizer.current?.scrollToIndex(move.to, { align: move.align, offset: move.offset })
        return
      }
      // Not with scrollToIndex: that keeps scrolling for a while, even against a reader who scrolls away.
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'instant' })
    },
    [virtualizer, scroller],
  )
  const measure = useCallback(() => {
    const view = virtualizer.current
    if (!view) return
    position.set(positionAfterScroll(position.get(), loaded, view))
    if (position.get().target === undefined) loadAhead(messages, loaded.list, view)
  }, [virtualizer, position, loaded, messages])

  useLayoutEffect(() => {
    const isOpened = position.get().opening !== openingOf(loaded)
    const { position: next, move } = positionAfterChange(position.get(), loaded, virtualizer.current)
    position.set(next)
    if (move) scroll(move)
    const { near, list } = loaded
    if (isOpened && near !== undefined && near === list.anchor?.id) highlightMessage(near)
    measure()
  }, [virtualizer, position, loaded, scroll, measure])

  const leave = useEffectEvent(() => {
    const place = placeOf(position.get(), loaded)
    if (place) messages.leave(loaded.list.key, place)
  })
  useLayoutEffect(() => () => leave(), [])

  return {
    position,
    isAway,
    newBelow: countNewBelow({ seenUpTo }, loaded),
    goToEnd() {
      position.set({ ...position.get(), isAtEnd: true })
      // With scrollToIndex: it replaces an earlier scrollToIndex that is still in progress.
      virtualizer.current?.scrollToIndex(loaded.items.length - 1, { align: 'end' })
    },
    measure,
    onResize() {
      if (position.get().isAtEnd) scroll({ to: 'end' })
      measure()
    },
  }
}

const isAwayOf = (position: ListPosition) => position.isAway
const seenUpToOf = (position: ListPosition) => position.seenUpTo
